import { createAddressCheck, plainAddress } from "../../../lib/ip-address.ts";
import { udpDeliveryMs, udpPeersMax } from "../limits.ts";
import { listenError } from "../listen-error.ts";
import { DatagramBodies, Peer } from "./datagram-bodies.ts";
import type { SenderRights, UdpReport, UdpSocketOrder } from "./udp-messages.ts";
import type { UdpReader } from "./udp-reader.ts";

/** Counterpart of the thread, where Bun delivers datagrams one at a time: slower, but on every system. Main thread. */
export async function openPushedUdp(orders: readonly UdpSocketOrder[], rights: SenderRights): Promise<UdpReader> {
  let report: (report: UdpReport) => void = () => undefined;
  const sockets: PushedSocket[] = [];
  for (const [index, order] of orders.entries())
    try {
      sockets.push(await openPushedSocket(order, index, rights, (heard) => report(heard)));
    } catch (error) {
      for (const socket of sockets) socket.close();
      throw listenError(error, order.address, order.port, "UDP");
    }
  return {
    ports: sockets.map(({ port }) => port),
    memory: sockets.map(({ bodies }) => bodies.memory),
    onReport: (heard) => {
      report = heard;
    },
    onFailed: () => undefined,
    stop: async () => {
      for (const socket of sockets) socket.close();
    },
    terminate: async () => undefined,
  };
}

interface PushedSocket {
  port: number;
  bodies: DatagramBodies;
  close(): void;
}

async function openPushedSocket(
  { kind, address, port }: UdpSocketOrder,
  index: number,
  { allowed, eventsPerSecond }: SenderRights,
  report: (report: UdpReport) => void,
): Promise<PushedSocket> {
  const mayCome = createAddressCheck(allowed);
  const bodies = new DatagramBodies(kind, eventsPerSecond, (body) =>
    report({ kind: "delivery", socket: index, ...body }),
  );
  const peers = new Map<string, Peer>();
  const peerOf = (from: string) => {
    if (peers.size >= udpPeersMax) peers.clear();
    const peer = peers.get(from) ?? new Peer(plainAddress(from), mayCome(plainAddress(from)));
    peers.set(from, peer);
    return peer;
  };
  const socket = await Bun.udpSocket({
    hostname: address,
    port,
    socket: {
      data(_socket, datagram, _port, from) {
        const peer = peerOf(from);
        // Bun reads on, whether there is room or not.
        if (!bodies.take(datagram, peer, performance.now())) report({ kind: "dropped", socket: index, count: 1 });
      },
    },
  });
  const timer = setInterval(() => {
    bodies.sendIfDue(performance.now());
    for (const refused of bodies.takeRefused()) report({ ...refused, socket: index });
  }, udpDeliveryMs);
  timer.unref();
  return {
    port: socket.port,
    bodies,
    close() {
      clearInterval(timer);
      socket.close();
      bodies.send();
      for (const refused of bodies.takeRefused()) report({ ...refused, socket: index });
    },
  };
}
