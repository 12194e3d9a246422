"""Clients of the mail server: good ones, wrong ones, and those that are no mail clients at all."""
import random, smtplib, socket, ssl, subprocess, sys, threading, time

ends = time.monotonic() + float(sys.argv[1])
recipients = ["anna@shop.example", "bert@shop.example", "nobody@shop.example", "x@partner.example", "y@partner.example", "z@away.example", "who@elsewhere.example", "root@localhost", '"a b"@partner.example']
senders = ["carl@partner.example", "dora@shop.example", "spam@bad.example", "warn@bad.example", "hold@bad.example", "drop@bad.example", "nodomain", ""]


def send(source):
    client = smtplib.SMTP("127.0.0.1", random.choice([25, 25, 25, 2525]), timeout=9, source_address=(source, 0), local_hostname=random.choice(["pc.shop.example", "pc.shop.example", "pc", "a_b!"]))
    if random.random() < 0.3:
        client.starttls(context=ssl._create_unverified_context())
    body = "x" * (30000 if random.random() < 0.05 else random.randint(10, 900))
    client.sendmail(random.choice(senders), random.sample(recipients, random.randint(1, 3)), f"Subject: hello {random.random()}\r\nMessage-Id: <{random.random()}@pc>\r\n\r\n{body}\r\n")
    client.quit()


def raw(source, text):
    with socket.create_connection(("127.0.0.1", random.choice([25, 2525])), timeout=6, source_address=(source, 0)) as connection:
        for part in text:
            connection.sendall(part)
            time.sleep(random.random() / 2)
        if random.random() < 0.2:
            time.sleep(4)


odd = [[b""], [b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"], [b"EHLO pc.shop.example\r\n", b"MAIL FROM:<a@b.example>\r\n"], [b"\x16\x03\x01\x00"], [b"EHLO pc.shop.example\r\n", b"STARTTLS\r\n", b"junk\r\n"],
       [b"EHLO pc.shop.example\r\n", b"NOOP\r\n" * 9, b"FOO\r\n" * 3], [b"EHLO pc.shop.example\r\nMAIL FROM:<a@b.example>\r\nRCPT TO:<anna@shop.example>\r\nDATA\r\n", b"half"], [b"VRFY root\r\n" * 3]]


def local():
    subprocess.run(["sendmail", "-f", "cron@shop.example", random.choice(recipients)], input=b"Subject: local\n\nhello\n", check=False)


def client():
    while time.monotonic() < ends:
        source = random.choice(["127.0.10.5", "127.0.10.6", "127.0.20.7", "127.0.66.66", "127.0.30.8"])
        chance = random.random()
        try:
            if chance < 0.6:
                send(source)
            elif chance < 0.75:
                local()
            else:
                raw(source, random.choice(odd))
        except (OSError, ValueError, smtplib.SMTPException):
            pass
        time.sleep(random.random())


threads = [threading.Thread(target=client) for _ in range(5)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
