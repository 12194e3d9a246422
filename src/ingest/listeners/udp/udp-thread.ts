import type { MessagePort } from "node:worker_threads";
import { createAddressCheck } from "../../../lib/ip-address.ts";
import { udpBufferBytes, udpCountMs, udpGatherMs, udpIdleMs } from "../limits.ts";
import { DatagramBodies } from "./datagram-bodies.ts";
import { bindUdp, openUdpCalls, type UdpBinding, type UdpCalls } from "./system-calls.ts";
import type { UdpOrder, UdpReport, UdpThreadData } from "./udp-messages.ts";
import { UdpSocket } from "./udp-socket.ts";

/**
 * The loop of the thread that reads datagrams: sleeps in the system until some arrive, takes them all and passes them
 * on in bodies. Nothing else runs in it, so the system holds them only briefly.
 */
export function runUdpThread(port: MessagePort, { sockets: orders, rights }: UdpThreadData): void {
  const report = (message: UdpReport) => port.postMessage(message);
  const calls = openUdpCalls();
  const mayCome = createAddressCheck(rights.allowed);
  const bindings: UdpBinding[] = [];
  for (const [index, { address, port: wanted }] of orders.entries())
    try {
      bindings.push(bindUdp(calls, address, wanted, udpBufferBytes));
    } catch (error) {
      for (const { descriptor } of bindings) calls.close(descriptor);
      const { code, message } = error as Error & { code: string };
      report({ kind: "failed", socket: index, code, message });
      port.close();
      return;
    }
  const sockets = orders.map(({ kind }, index) => {
    const bodies = new DatagramBodies(kind, rights.eventsPerSecond, (body) =>
      report({ kind: "delivery", socket: index, ...body }),
    );
    return new UdpSocket(calls, bindings[index]!, bodies, mayCome);
  });
  const loop = new UdpLoop(calls, bindings, sockets, report, () => port.close());
  port.on("message", (order: UdpOrder) => {
    if (order === "stop") loop.stop();
  });
  report({
    kind: "open",
    ports: bindings.map((binding) => binding.port),
    memory: sockets.map(({ bodies }) => bodies.memory),
  });
  loop.turn();
}

class UdpLoop {
  readonly #calls: UdpCalls;
  readonly #bindings: readonly UdpBinding[];
  readonly #sockets: readonly UdpSocket[];
  readonly #report: (message: UdpReport) => void;
  readonly #onStopped: () => void;
  readonly #polled: Int32Array;
  #countedMs = 0;
  #isStopping = false;

  constructor(
    calls: UdpCalls,
    bindings: readonly UdpBinding[],
    sockets: readonly UdpSocket[],
    report: (message: UdpReport) => void,
    onStopped: () => void,
  ) {
    this.#calls = calls;
    this.#bindings = bindings;
    this.#sockets = sockets;
    this.#report = report;
    this.#onStopped = onStopped;
    this.#polled = Int32Array.from(bindings.flatMap(({ descriptor }) => [descriptor, pollIn]));
  }

  /** Takes what has already arrived. */
  stop(): void {
    this.#isStopping = true;
  }

  turn(): void {
    const nowMs = performance.now();
    let count = 0;
    for (const socket of this.#sockets) count += socket.drain(nowMs);
    for (const { bodies } of this.#sockets) bodies.sendIfDue(nowMs);
    if (nowMs - this.#countedMs >= udpCountMs || this.#isStopping) this.#count(nowMs);
    if (this.#isStopping && count === 0 && this.#sockets.every((socket) => socket.isDrained)) {
      this.#end();
      return;
    }
    if (count === 0) this.#sleep();
    // Lets messages from the main thread in.
    setImmediate(() => this.turn());
  }

  #sleep(): void {
    const mustLook = this.#sockets.some(({ bodies }) => bodies.isFilling || !bodies.hasRoom);
    // While a body is being filled, more datagrams may accumulate; otherwise the first one ends the sleep.
    if (mustLook) this.#calls.poll(null, 0, udpGatherMs);
    else this.#calls.poll(this.#polled, this.#bindings.length, udpIdleMs);
  }

  #count(nowMs: number): void {
    this.#countedMs = nowMs;
    for (const [index, { bodies }] of this.#sockets.entries())
      for (const refused of bodies.takeRefused()) this.#report({ ...refused, socket: index });
  }

  #end(): void {
    for (const { bodies } of this.#sockets) bodies.send();
    for (const { descriptor } of this.#bindings) this.#calls.close(descriptor);
    this.#report({ kind: "stopped" });
    this.#onStopped();
  }
}

const pollIn = 1;
