"""A partner's mail server on port 2526 that accepts, refuses, puts off and breaks off."""
import random, socketserver, sys, threading, time


class Partner(socketserver.StreamRequestHandler):
    def handle(self):
        self.wfile.write(b"220 mx.partner.example ESMTP\r\n")
        data = False
        for line in self.rfile:
            word = line.strip().upper()
            if data:
                if line.strip() == b".":
                    data = False
                    self.wfile.write(random.choice([b"250 2.0.0 Ok: queued as 4F2A\r\n"] * 3 + [b"554 5.7.1 looks like spam\r\n", b"452 4.3.1 disk is full\r\n"]))
            elif word.startswith(b"EHLO"):
                self.wfile.write(b"250-mx.partner.example\r\n250 8BITMIME\r\n")
            elif word.startswith(b"RCPT"):
                answers = [b"250 ok\r\n"] * 4 + [b"550 5.1.1 <nobody@partner.example>: no such user\r\n", b"450 4.2.0 greylisted, come again\r\n"]
                self.wfile.write(random.choice(answers))
            elif word == b"DATA":
                if random.random() < 0.1:
                    return
                data = True
                self.wfile.write(b"354 go on\r\n")
            elif word == b"QUIT":
                self.wfile.write(b"221 bye\r\n")
                return
            else:
                self.wfile.write(b"250 ok\r\n")


class Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True


server = Server(("127.0.0.1", 2526), Partner)
threading.Thread(target=server.serve_forever, daemon=True).start()
time.sleep(float(sys.argv[1]) + 15)
