package server

func (s *Server) toolsOfOperations() []tool { return nil }
