"""Servers behind haproxy that come and go, and its clients."""
import http.client, http.server, random, socket, ssl, sys, threading, time

ends = time.monotonic() + float(sys.argv[1])


class Page(http.server.BaseHTTPRequestHandler):
    def answer(self):
        chance = random.random()
        if "slow" in self.path and chance < 0.5:
            time.sleep(1.4)
        if "cut" in self.path and chance < 0.5:
            return
        if "bad" in self.path:
            self.wfile.write(b"rubbish\r\n\r\n")
            return
        time.sleep(random.random() / 30)
        self.send_response(500 if chance < 0.04 else 200 if "health" in self.path else random.choice([200, 200, 201, 304, 404]))
        self.send_header("Content-Length", "5")
        self.send_header("Content-Type", random.choice(["text/html", "application/json"]))
        self.end_headers()
        self.wfile.write(b"hello")

    do_GET = do_POST = do_HEAD = answer

    def log_message(self, *_):
        pass


class Quiet(http.server.ThreadingHTTPServer):
    daemon_threads = True
    allow_reuse_address = True

    def handle_error(self, *_):
        pass


def serve(port, up, down):
    while time.monotonic() < ends:
        server = Quiet(("127.0.0.1", port), Page)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        time.sleep(min(up, max(0.1, ends - time.monotonic())))
        server.shutdown()
        server.server_close()
        time.sleep(down)


paths = ["/", "/shop?item=7&q=a+b", "/slow", "/cut", "/bad", "/admin", "/wp-login.php", "/old", "/full/1", "/nobody", "/caf%C3%A9", "/a\"b", "/" + "long/" * 40]
raws = [b"", b"GET / HTTP/1.1\r\n", b"\x16\x03\x01", b"GE T / HTTP/9.9\r\n\r\n", b"GET / HTTP/1.1\r\nHost: a\r\nBad Header\r\n\r\n", b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 90\r\n\r\nhalf"]


def client():
    while time.monotonic() < ends:
        source = f"127.0.{random.choice([10, 20])}.{random.randint(2, 60)}"
        port = random.choice([8000, 8000, 8001, 8002, 8003, 8004, 8443, 8444])
        try:
            if random.random() < 0.2:
                with socket.create_connection(("127.0.0.1", port), timeout=3, source_address=(source, 0)) as connection:
                    connection.sendall(random.choice(raws))
                    connection.recv(10)
            else:
                context = ssl._create_unverified_context()
                kind = http.client.HTTPSConnection if port in (8443, 8444) else http.client.HTTPConnection
                options = {"context": context} if port in (8443, 8444) else {}
                connection = kind("127.0.0.1", port, timeout=random.choice([0.3, 4]), source_address=(source, 0), **options)
                connection.request(random.choice(["GET", "GET", "POST", "HEAD"]), random.choice(paths), headers={"Host": "shop.example", "User-Agent": random.choice(["curl/7.88.1", "Mozilla/5.0 (X11; Linux x86_64) {x|y}"])})
                connection.getresponse().read()
                connection.close()
        except (OSError, http.client.HTTPException):
            pass
        time.sleep(random.random() / 4)


for port, up, down in [(9201, 31, 7), (9202, 23, 9), (9203, 60, 5), (9204, 17, 11)]:
    threading.Thread(target=serve, args=(port, up, down), daemon=True).start()
time.sleep(0.5)
threads = [threading.Thread(target=client) for _ in range(6)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
