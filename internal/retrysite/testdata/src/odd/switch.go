package odd

// The call may be left out: the error is that of an earlier round.
func sometimesCalled(x bool) (err error) {
	for range 3 { // want "loop odd.local x3 none jitter=no ctx=no unwaited=1"
		if x {
			err = local(1)
		}
		if err == nil {
			return nil
		}
	}
	return err
}

// The error is that of one of hundreds of calls.
func hugeSwitch(n int) (err error) {
	for range 3 { // want "loop odd.local x.* none"
		switch n {
		case 0:
			err = local(0)
		case 1:
			err = local(1)
		case 2:
			err = local(2)
		case 3:
			err = local(3)
		case 4:
			err = local(4)
		case 5:
			err = local(5)
		case 6:
			err = local(6)
		case 7:
			err = local(7)
		case 8:
			err = local(8)
		case 9:
			err = local(9)
		case 10:
			err = local(10)
		case 11:
			err = local(11)
		case 12:
			err = local(12)
		case 13:
			err = local(13)
		case 14:
			err = local(14)
		case 15:
			err = local(15)
		case 16:
			err = local(16)
		case 17:
			err = local(17)
		case 18:
			err = local(18)
		case 19:
			err = local(19)
		case 20:
			err = local(20)
		case 21:
			err = local(21)
		case 22:
			err = local(22)
		case 23:
			err = local(23)
		case 24:
			err = local(24)
		case 25:
			err = local(25)
		case 26:
			err = local(26)
		case 27:
			err = local(27)
		case 28:
			err = local(28)
		case 29:
			err = local(29)
		case 30:
			err = local(30)
		case 31:
			err = local(31)
		case 32:
			err = local(32)
		case 33:
			err = local(33)
		case 34:
			err = local(34)
		case 35:
			err = local(35)
		case 36:
			err = local(36)
		case 37:
			err = local(37)
		case 38:
			err = local(38)
		case 39:
			err = local(39)
		case 40:
			err = local(40)
		case 41:
			err = local(41)
		case 42:
			err = local(42)
		case 43:
			err = local(43)
		case 44:
			err = local(44)
		case 45:
			err = local(45)
		case 46:
			err = local(46)
		case 47:
			err = local(47)
		case 48:
			err = local(48)
		case 49:
			err = local(49)
		case 50:
			err = local(50)
		case 51:
			err = local(51)
		case 52:
			err = local(52)
		case 53:
			err = local(53)
		case 54:
			err = local(54)
		case 55:
			err = local(55)
		case 56:
			err = local(56)
		case 57:
			err = local(57)
		case 58:
			err = local(58)
		case 59:
			err = local(59)
		case 60:
			err = local(60)
		case 61:
			err = local(61)
		case 62:
			err = local(62)
		case 63:
			err = local(63)
		case 64:
			err = local(64)
		case 65:
			err = local(65)
		case 66:
			err = local(66)
		case 67:
			err = local(67)
		case 68:
			err = local(68)
		case 69:
			err = local(69)
		case 70:
			err = local(70)
		case 71:
			err = local(71)
		case 72:
			err = local(72)
		case 73:
			err = local(73)
		case 74:
			err = local(74)
		case 75:
			err = local(75)
		case 76:
			err = local(76)
		case 77:
			err = local(77)
		case 78:
			err = local(78)
		case 79:
			err = local(79)
		case 80:
			err = local(80)
		case 81:
			err = local(81)
		case 82:
			err = local(82)
		case 83:
			err = local(83)
		case 84:
			err = local(84)
		case 85:
			err = local(85)
		case 86:
			err = local(86)
		case 87:
			err = local(87)
		case 88:
			err = local(88)
		case 89:
			err = local(89)
		case 90:
			err = local(90)
		case 91:
			err = local(91)
		case 92:
			err = local(92)
		case 93:
			err = local(93)
		case 94:
			err = local(94)
		case 95:
			err = local(95)
		case 96:
			err = local(96)
		case 97:
			err = local(97)
		case 98:
			err = local(98)
		case 99:
			err = local(99)
		case 100:
			err = local(100)
		case 101:
			err = local(101)
		case 102:
			err = local(102)
		case 103:
			err = local(103)
		case 104:
			err = local(104)
		case 105:
			err = local(105)
		case 106:
			err = local(106)
		case 107:
			err = local(107)
		case 108:
			err = local(108)
		case 109:
			err = local(109)
		case 110:
			err = local(110)
		case 111:
			err = local(111)
		case 112:
			err = local(112)
		case 113:
			err = local(113)
		case 114:
			err = local(114)
		case 115:
			err = local(115)
		case 116:
			err = local(116)
		case 117:
			err = local(117)
		case 118:
			err = local(118)
		case 119:
			err = local(119)
		case 120:
			err = local(120)
		case 121:
			err = local(121)
		case 122:
			err = local(122)
		case 123:
			err = local(123)
		case 124:
			err = local(124)
		case 125:
			err = local(125)
		case 126:
			err = local(126)
		case 127:
			err = local(127)
		case 128:
			err = local(128)
		case 129:
			err = local(129)
		case 130:
			err = local(130)
		case 131:
			err = local(131)
		case 132:
			err = local(132)
		case 133:
			err = local(133)
		case 134:
			err = local(134)
		case 135:
			err = local(135)
		case 136:
			err = local(136)
		case 137:
			err = local(137)
		case 138:
			err = local(138)
		case 139:
			err = local(139)
		case 140:
			err = local(140)
		case 141:
			err = local(141)
		case 142:
			err = local(142)
		case 143:
			err = local(143)
		case 144:
			err = local(144)
		case 145:
			err = local(145)
		case 146:
			err = local(146)
		case 147:
			err = local(147)
		case 148:
			err = local(148)
		case 149:
			err = local(149)
		case 150:
			err = local(150)
		case 151:
			err = local(151)
		case 152:
			err = local(152)
		case 153:
			err = local(153)
		case 154:
			err = local(154)
		case 155:
			err = local(155)
		case 156:
			err = local(156)
		case 157:
			err = local(157)
		case 158:
			err = local(158)
		case 159:
			err = local(159)
		case 160:
			err = local(160)
		case 161:
			err = local(161)
		case 162:
			err = local(162)
		case 163:
			err = local(163)
		case 164:
			err = local(164)
		case 165:
			err = local(165)
		case 166:
			err = local(166)
		case 167:
			err = local(167)
		case 168:
			err = local(168)
		case 169:
			err = local(169)
		case 170:
			err = local(170)
		case 171:
			err = local(171)
		case 172:
			err = local(172)
		case 173:
			err = local(173)
		case 174:
			err = local(174)
		case 175:
			err = local(175)
		case 176:
			err = local(176)
		case 177:
			err = local(177)
		case 178:
			err = local(178)
		case 179:
			err = local(179)
		case 180:
			err = local(180)
		case 181:
			err = local(181)
		case 182:
			err = local(182)
		case 183:
			err = local(183)
		case 184:
			err = local(184)
		case 185:
			err = local(185)
		case 186:
			err = local(186)
		case 187:
			err = local(187)
		case 188:
			err = local(188)
		case 189:
			err = local(189)
		case 190:
			err = local(190)
		case 191:
			err = local(191)
		case 192:
			err = local(192)
		case 193:
			err = local(193)
		case 194:
			err = local(194)
		case 195:
			err = local(195)
		case 196:
			err = local(196)
		case 197:
			err = local(197)
		case 198:
			err = local(198)
		case 199:
			err = local(199)
		case 200:
			err = local(200)
		case 201:
			err = local(201)
		case 202:
			err = local(202)
		case 203:
			err = local(203)
		case 204:
			err = local(204)
		case 205:
			err = local(205)
		case 206:
			err = local(206)
		case 207:
			err = local(207)
		case 208:
			err = local(208)
		case 209:
			err = local(209)
		case 210:
			err = local(210)
		case 211:
			err = local(211)
		case 212:
			err = local(212)
		case 213:
			err = local(213)
		case 214:
			err = local(214)
		case 215:
			err = local(215)
		case 216:
			err = local(216)
		case 217:
			err = local(217)
		case 218:
			err = local(218)
		case 219:
			err = local(219)
		case 220:
			err = local(220)
		case 221:
			err = local(221)
		case 222:
			err = local(222)
		case 223:
			err = local(223)
		case 224:
			err = local(224)
		case 225:
			err = local(225)
		case 226:
			err = local(226)
		case 227:
			err = local(227)
		case 228:
			err = local(228)
		case 229:
			err = local(229)
		case 230:
			err = local(230)
		case 231:
			err = local(231)
		case 232:
			err = local(232)
		case 233:
			err = local(233)
		case 234:
			err = local(234)
		case 235:
			err = local(235)
		case 236:
			err = local(236)
		case 237:
			err = local(237)
		case 238:
			err = local(238)
		case 239:
			err = local(239)
		case 240:
			err = local(240)
		case 241:
			err = local(241)
		case 242:
			err = local(242)
		case 243:
			err = local(243)
		case 244:
			err = local(244)
		case 245:
			err = local(245)
		case 246:
			err = local(246)
		case 247:
			err = local(247)
		case 248:
			err = local(248)
		case 249:
			err = local(249)
		case 250:
			err = local(250)
		case 251:
			err = local(251)
		case 252:
			err = local(252)
		case 253:
			err = local(253)
		case 254:
			err = local(254)
		case 255:
			err = local(255)
		case 256:
			err = local(256)
		case 257:
			err = local(257)
		case 258:
			err = local(258)
		case 259:
			err = local(259)
		case 260:
			err = local(260)
		case 261:
			err = local(261)
		case 262:
			err = local(262)
		case 263:
			err = local(263)
		case 264:
			err = local(264)
		case 265:
			err = local(265)
		case 266:
			err = local(266)
		case 267:
			err = local(267)
		case 268:
			err = local(268)
		case 269:
			err = local(269)
		case 270:
			err = local(270)
		case 271:
			err = local(271)
		case 272:
			err = local(272)
		case 273:
			err = local(273)
		case 274:
			err = local(274)
		case 275:
			err = local(275)
		case 276:
			err = local(276)
		case 277:
			err = local(277)
		case 278:
			err = local(278)
		case 279:
			err = local(279)
		case 280:
			err = local(280)
		case 281:
			err = local(281)
		case 282:
			err = local(282)
		case 283:
			err = local(283)
		case 284:
			err = local(284)
		case 285:
			err = local(285)
		case 286:
			err = local(286)
		case 287:
			err = local(287)
		case 288:
			err = local(288)
		case 289:
			err = local(289)
		case 290:
			err = local(290)
		case 291:
			err = local(291)
		case 292:
			err = local(292)
		case 293:
			err = local(293)
		case 294:
			err = local(294)
		case 295:
			err = local(295)
		case 296:
			err = local(296)
		case 297:
			err = local(297)
		case 298:
			err = local(298)
		case 299:
			err = local(299)
		}
		if err == nil {
			return nil
		}
	}
	return err
}
