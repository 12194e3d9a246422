"""Frames of many kinds into out1, as a scanner sends them."""
import fcntl, random, socket, struct, sys, time

ends = time.monotonic() + float(sys.argv[1])
link = socket.socket(socket.AF_PACKET, socket.SOCK_RAW)
link.bind(("out1", 0))
target = fcntl.ioctl(link, 0x8927, struct.pack("256s", b"out0"))[18:24]  # SIOCGIFHWADDR


def checksum(data):
    data += b"\0" * (len(data) % 2)
    total = sum(struct.unpack(f"!{len(data) // 2}H", data))
    total = (total >> 16) + (total & 0xFFFF)
    return ~(total + (total >> 16)) & 0xFFFF


def send4(protocol, payload, source, fragment=0, options=b""):
    header = struct.pack("!BBHHHBBH4s4s", 0x40 + 5 + len(options) // 4, random.choice([0, 0, 0x10]), 20 + len(options) + len(payload), random.getrandbits(16), fragment, random.choice([64, 241, 1]), protocol, 0, socket.inet_aton(source), socket.inet_aton("192.0.2.1")) + options
    header = header[:10] + struct.pack("!H", checksum(header)) + header[12:]
    link.send(target + b"\x06\0\0\0\0\x01\x08\x00" + header + payload)


def send6(protocol, payload):
    header = struct.pack("!IHBB", 0x60000000 | random.getrandbits(20), len(payload), protocol, 64) + socket.inet_pton(socket.AF_INET6, f"2001:db8::{random.randint(2, 99):x}") + socket.inet_pton(socket.AF_INET6, "2001:db8::1")
    link.send(target + b"\x06\0\0\0\0\x01\x86\xdd" + header + payload)


def tcp():
    flags = random.choice([2, 2, 2, 16, 1, 41, 0, 4])
    options = random.choice([b"", b"\x02\x04\x05\xb4\x01\x03\x03\x07"])
    return struct.pack("!HHIIBBHHH", random.randint(1024, 65535), random.choice([22, 23, 80, 443, 3389, 5900]), random.getrandbits(32), 0, (5 + len(options) // 4) << 4, flags, random.choice([1024, 65535]), 0, 0) + options


def udp():
    return struct.pack("!HHHH", random.randint(1024, 65535), random.choice([53, 123, 161, 1900]), 12, 0) + b"hell"


while time.monotonic() < ends:
    source = f"192.0.2.{random.randint(2, 250)}"
    chance = random.random()
    if chance < 0.45:
        send4(6, tcp(), source)
    elif chance < 0.65:
        send4(17, udp(), source)
    elif chance < 0.75:
        body = struct.pack("!BBHHH", random.choice([8, 8, 13]), 0, 0, 7, random.getrandbits(8)) + b"ping"
        send4(1, body[:2] + struct.pack("!H", checksum(body)) + body[4:], source)
    elif chance < 0.8:
        send4(1, struct.pack("!BBHI", 3, 3, 0, 0) + struct.pack("!BBHHHBBH4s4s", 0x45, 0, 28, 1, 0, 64, 17, 0, socket.inet_aton("192.0.2.1"), socket.inet_aton("192.0.2.9")) + struct.pack("!HHHH", 5000, 53, 8, 0), source)
    elif chance < 0.84:
        send4(2, b"\x16\0\0\0\xe0\0\0\x01", source, options=b"\x94\x04\0\0")
    elif chance < 0.87:
        send4(17, udp(), source, fragment=random.choice([0x2000, 0x0003, 0x4000]))
    elif chance < 0.9:
        send4(47, b"\0\0\x08\0", source)
    elif chance < 0.95:
        send6(6, tcp())
    else:
        send6(random.choice([17, 58]), random.choice([udp(), b"\x80\0\0\0\0\0\0\0"]))
    time.sleep(0.03)
