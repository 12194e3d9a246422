"""Visitors of nginx and Apache, most of them up to something, and a server behind both."""
import base64, http.client, http.server, random, socket, ssl, sys, threading, time

ends = time.monotonic() + float(sys.argv[1])


class Upstream(http.server.BaseHTTPRequestHandler):
    def answer(self):
        chance = random.random()
        if chance < 0.2:
            time.sleep(0.8)
        if chance > 0.95:
            self.wfile.write(b"rubbish")
            return
        if chance > 0.9:
            return
        self.send_response(random.choice([200, 201, 500, 404]))
        self.send_header("Content-Length", "9000" if chance > 0.85 else "2")
        self.end_headers()
        self.wfile.write(b"ok")

    do_GET = do_POST = answer

    def log_message(self, *_):
        pass


class Quiet(http.server.ThreadingHTTPServer):
    daemon_threads = True
    allow_reuse_address = True

    def handle_error(self, *_):
        pass


threading.Thread(target=Quiet(("127.0.0.1", 9302), Upstream).serve_forever, daemon=True).start()
agents = ["Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0", "curl/7.88.1", "", 'a "quoted" agent', "() { :; }; echo", "caf\xe9"]
paths = ["/", "/about.html", "/docs/", "/docs/install.html?lang=en&q=a+b", "/private/keys.txt", "/admin/", "/api/orders", "/api/pay", "/fast/x.php", "/login", "/members", "/loop", "/slow/", "/absent", "/..%2f..%2fetc/passwd",
         "/cgi/broken", "/cgi/chatty", "/cgi/absent", "/away/", "/status", "/wiki", "/caf%C3%A9", '/a"b', "/%zz", "/" + "x" * 1500]
raws = [b"", b"\x16\x03\x01\x02\x00\x01\x00", b"GET / HTTP/1.1\r\n", b"GET /%00 HTTP/1.1\r\nHost: a\r\n\r\n", b"get / HTTP/1.1\r\n\r\n", b"GET / HTTP/3.7\r\nHost: a\r\n\r\n", b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99\r\n\r\nhalf",
        b"GET / HTTP/1.1\r\n\r\n", b"OPTIONS * HTTP/1.0\r\n\r\n", b"CONNECT a.example:443 HTTP/1.1\r\nHost: a\r\n\r\n", b"GET /../../etc/passwd HTTP/1.1\r\nHost: a\r\n\r\n", b"junk\r\n\r\n", b"SSH-2.0-x\r\n"]


def visit(source, port):
    if random.random() < 0.2:
        with socket.create_connection(("127.0.0.1", port), timeout=2, source_address=(source, 0)) as connection:
            connection.sendall(random.choice(raws))
            connection.recv(99)
        return
    headers = {"User-Agent": random.choice(agents), "Referer": random.choice(["-", "http://shop.example/?a=b, c", "http://a.example/"])}
    if random.random() < 0.3:
        headers["Authorization"] = "Basic " + base64.b64encode(random.choice([b"anna:right", b"anna:wrong", b"bert:x", b"a b:c", b"nopair"])).decode()
    options = {"timeout": random.choice([0.2, 3])}
    if port == 443:
        context = ssl._create_unverified_context()
        if random.random() < 0.2:
            context.maximum_version = ssl.TLSVersion.TLSv1_1
        connection = http.client.HTTPSConnection("127.0.0.1", port, context=context, source_address=(source, 0), **options)
    elif random.random() < 0.1:
        connection = http.client.HTTPConnection("::1", port, **options)
    else:
        connection = http.client.HTTPConnection("127.0.0.1", port, source_address=(source, 0), **options)
    body = b"x" * random.choice([0, 10, 5000]) if random.random() < 0.2 else None
    connection.request(random.choice(["GET", "GET", "GET", "POST", "HEAD", "PROPFIND"]), random.choice(paths), body, headers)
    connection.getresponse().read()
    connection.close()


def visitor():
    while time.monotonic() < ends:
        try:
            visit(f"127.0.{random.choice([10, 20])}.{random.randint(2, 60)}", random.choice([80, 80, 443, 8080, 8080]))
        except (OSError, ValueError, http.client.HTTPException):
            pass
        time.sleep(random.random() / 4)


threads = [threading.Thread(target=visitor) for _ in range(6)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
