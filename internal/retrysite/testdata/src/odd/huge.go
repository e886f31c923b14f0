package odd

// A body with many ways through it ends in time.
func manyWays(fs [40]bool) (err error) {
	for range 3 { // want "loop odd.local x3 none"
		n := 0
		if fs[0] {
			n += 1
		}
		if fs[1] {
			n += 2
		}
		if fs[2] {
			n += 3
		}
		if fs[3] {
			n += 4
		}
		if fs[4] {
			n += 5
		}
		if fs[5] {
			n += 6
		}
		if fs[6] {
			n += 7
		}
		if fs[7] {
			n += 8
		}
		if fs[8] {
			n += 9
		}
		if fs[9] {
			n += 10
		}
		if fs[10] {
			n += 11
		}
		if fs[11] {
			n += 12
		}
		if fs[12] {
			n += 13
		}
		if fs[13] {
			n += 14
		}
		if fs[14] {
			n += 15
		}
		if fs[15] {
			n += 16
		}
		if fs[16] {
			n += 17
		}
		if fs[17] {
			n += 18
		}
		if fs[18] {
			n += 19
		}
		if fs[19] {
			n += 20
		}
		if fs[20] {
			n += 21
		}
		if fs[21] {
			n += 22
		}
		if fs[22] {
			n += 23
		}
		if fs[23] {
			n += 24
		}
		if fs[24] {
			n += 25
		}
		if fs[25] {
			n += 26
		}
		if fs[26] {
			n += 27
		}
		if fs[27] {
			n += 28
		}
		if fs[28] {
			n += 29
		}
		if fs[29] {
			n += 30
		}
		if fs[30] {
			n += 31
		}
		if fs[31] {
			n += 32
		}
		if fs[32] {
			n += 33
		}
		if fs[33] {
			n += 34
		}
		if fs[34] {
			n += 35
		}
		if fs[35] {
			n += 36
		}
		if fs[36] {
			n += 37
		}
		if fs[37] {
			n += 38
		}
		if fs[38] {
			n += 39
		}
		if fs[39] {
			n += 40
		}
		if err = local(n); err == nil {
			return nil
		}
	}
	return err
}
