"""DHCP clients on lan1, raw frames: every kind of message, some through relays."""
import random, socket, struct, sys, time

ends = time.monotonic() + float(sys.argv[1])
link = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(0x0800))
link.bind(("lan1", 0))
link.settimeout(0.05)
names = [b"laptop", b"phone-of-bert", b"caf\xc3\xa9", b"a b", b"", b"srv_01"]


def checksum(data):
    total = sum(struct.unpack(f"!{len(data) // 2}H", data))
    total = (total >> 16) + (total & 0xFFFF)
    return ~(total + (total >> 16)) & 0xFFFF


def packet(kind, mac, address="0.0.0.0", requested=None, server=None, relay="0.0.0.0", name=b"", xid=None):
    options = b"\x35\x01" + bytes([kind])
    if requested:
        options += b"\x32\x04" + socket.inet_aton(requested)
    if server:
        options += b"\x36\x04" + socket.inet_aton(server)
    if name:
        options += b"\x0c" + bytes([len(name)]) + name
    body = struct.pack("!BBBBIHH4s4s4s4s16s192s", 1, 1, 6, 0, xid or random.getrandbits(32), 0, 0, socket.inet_aton(address), bytes(4), bytes(4), socket.inet_aton(relay), mac + bytes(10), b"")
    body += b"\x63\x82\x53\x63" + options + b"\xff"
    body += bytes(max(0, 300 - len(body)))
    datagram = struct.pack("!HHHH", 68, 67, 8 + len(body), 0) + body
    header = struct.pack("!BBHHHBBH4s4s", 0x45, 0, 20 + len(datagram), 1, 0, 64, 17, 0, socket.inet_aton(address), b"\xff\xff\xff\xff")
    header = header[:10] + struct.pack("!H", checksum(header)) + header[12:]
    link.send(b"\xff" * 6 + mac + b"\x08\x00" + header + datagram)


def offered():
    until = time.monotonic() + 0.4
    while time.monotonic() < until:
        try:
            frame = link.recv(2000)
        except OSError:
            continue
        if frame[23] == 17 and frame[34:36] == b"\x00\x43":
            return socket.inet_ntoa(frame[58:62])
    return None


while time.monotonic() < ends:
    prefix = b"\x06\x66\x66" if random.random() < 0.05 else b"\x06\x00\x00"
    mac = prefix + b"\x00\x00" + bytes([random.randint(1, 60) if random.random() > 0.1 else 0x99])
    name = random.choice(names)
    chance = random.random()
    if chance < 0.6:
        xid = random.getrandbits(32)
        packet(1, mac, name=name, xid=xid)
        address = offered()
        if address:
            packet(3, mac, requested=address, server="198.18.0.1", name=name, xid=xid)
            time.sleep(0.05)
            if random.random() < 0.2:
                packet(7, mac, address=address, server="198.18.0.1")
            elif random.random() < 0.05:
                packet(4, mac, requested=address, server="198.18.0.1")
            elif random.random() < 0.3:
                packet(3, mac, address=address, name=name)
            elif random.random() < 0.3:
                packet(8, mac, address=address)
    elif chance < 0.7:
        packet(3, mac, requested=random.choice(["10.9.8.7", "198.18.0.20", "198.18.0.55"]), name=name)
    elif chance < 0.78:
        packet(1, mac, relay=random.choice(["198.18.1.1", "198.18.7.1"]), name=name)
    elif chance < 0.84:
        packet(8, mac, address=f"198.18.0.{random.randint(50, 90)}")
    elif chance < 0.88:
        packet(3, mac, requested="198.18.0.60", server="198.18.0.2")
    elif chance < 0.91:
        packet(7, mac, address="198.18.0.88", server="198.18.0.1")
    else:
        packet(1, mac)
    time.sleep(random.random() / 8)
