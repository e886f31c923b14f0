// Package datagramreader serves small queries over datagrams.
package datagramreader

import (
	"net"
	"sync"
	"time"
)

type packetReader interface {
	ReadPacket(pc *net.UDPConn, wait time.Duration) ([]byte, *net.UDPAddr, error)
}

type decorator func(packetReader) packetReader

type service struct {
	Size     int
	Decorate decorator
	Handle   func(b []byte, from *net.UDPAddr, pc *net.UDPConn)

	mu sync.RWMutex
	up bool
}

func (s *service) ReadPacket(pc *net.UDPConn, wait time.Duration) ([]byte, *net.UDPAddr, error) {
	_ = pc.SetReadDeadline(time.Now().Add(wait))
	buf := make([]byte, s.Size)
	n, from, err := pc.ReadFromUDP(buf)
	if err != nil {
		return nil, nil, err
	}
	return buf[:n], from, nil
}

func (s *service) serve(pc *net.UDPConn) error {
	defer pc.Close()

	rd := packetReader(s)
	if s.Decorate != nil {
		rd = s.Decorate(rd)
	}

	for { // want "worker datagramreader.packetReader.ReadPacket unbounded none jitter=no ctx=no unwaited=1"
		b, from, err := rd.ReadPacket(pc, 2*time.Second)
		s.mu.RLock()
		if !s.up {
			s.mu.RUnlock()
			return nil
		}
		s.mu.RUnlock()
		if err != nil {
			continue
		}
		go s.Handle(b, from, pc)
	}
}
