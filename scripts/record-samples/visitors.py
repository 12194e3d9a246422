"""Visitors of the site on web-1, and its upstream on port 9000, which is slow, wrong or away at times."""
import http.client, http.server, random, sys, threading, time

seconds = float(sys.argv[1])
ends = time.monotonic() + seconds
agents = [
    "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
    "curl/7.88.1", "python-requests/2.32.3", "Mozilla/5.0 (compatible; ExampleBot/1.0; +http://bot.example/)", "",
]
pages = ["/", "/about", "/pricing", "/contact", "/docs/install", "/docs/faq", "/docs/api", "/assets/app.css", "/assets/app.js"]
wrong = ["/favicon.ico", "/wp-login.php", "/.env", "/docs/instal", "/phpmyadmin/", "/cgi-bin/test", "/images/caf%C3%A9.png"]
calls = ["/api/v1/orders", "/api/v1/orders?page=2", "/api/v1/customers/42", "/api/v1/cart", "/api/v1/pay", "/api/v1/search?q=red+shoes"]


class Upstream(http.server.BaseHTTPRequestHandler):
    def answer(self):
        chance = random.random()
        if "pay" in self.path and chance < 0.15:
            time.sleep(1.3)
        status = 500 if chance < 0.04 else 404 if "customers" in self.path and chance < 0.3 else 201 if self.command == "POST" else 200
        body = b'{"ok": true}' * random.randint(1, 60)
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_GET = do_POST = answer

    def log_message(self, *_):
        pass


class Quiet(http.server.ThreadingHTTPServer):
    daemon_threads = True
    allow_reuse_address = True

    def handle_error(self, *_):
        pass


def upstream():
    while time.monotonic() < ends:
        server = Quiet(("127.0.0.1", 9000), Upstream)
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        time.sleep(min(random.uniform(25, 40), max(0.1, ends - time.monotonic())))
        server.shutdown()
        server.server_close()
        time.sleep(random.uniform(2, 4))


def visit(source, port, method, path, agent, referer, body=None):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5, source_address=(source, 0))
    headers = {"User-Agent": agent} if agent else {}
    if referer:
        headers["Referer"] = referer
    try:
        connection.request(method, path, body, headers)
        connection.getresponse().read()
    except OSError:
        pass
    finally:
        connection.close()


def visitor(index):
    source = f"127.0.{random.choice([10, 20, 20, 20, 30])}.{random.randint(2, 60)}"
    agent = random.choice(agents)
    while time.monotonic() < ends:
        chance = random.random()
        port = 8080 if random.random() < 0.35 else 80
        referer = "http://shop.example/" if random.random() < 0.4 else ""
        if chance < 0.55:
            visit(source, port, "HEAD" if random.random() < 0.05 else "GET", random.choice(pages), agent, referer)
        elif chance < 0.85:
            call = random.choice(calls)
            visit(source, 80, "POST" if "pay" in call or "cart" in call else "GET", call, agent, referer, b"x=1" if "pay" in call else None)
        elif chance < 0.93:
            visit(source, port, "GET", random.choice(wrong), agent, "")
        elif chance < 0.95:
            visit(source, 80, "POST", "/login", agent, referer, b"user=a")
        elif chance < 0.97:
            visit(source, port, "GET", random.choice(["/admin/", "/private/keys.txt", "/status", "/old-shop", "/wiki", "/docs/"]), agent, "")
        elif chance < 0.98:
            visit(source, 80, "POST", "/contact", agent, referer, b"x" * 20000)
        else:
            source, agent = f"127.0.{random.choice([10, 20, 30])}.{random.randint(2, 60)}", random.choice(agents)
        time.sleep(random.expovariate(1 / 0.45))


threads = [threading.Thread(target=upstream)] + [threading.Thread(target=visitor, args=(n,)) for n in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
