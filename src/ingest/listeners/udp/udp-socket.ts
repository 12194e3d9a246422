import { plainAddress } from "../../../lib/ip-address.ts";
import { udpPeersMax } from "../limits.ts";
import { type DatagramBodies, Peer } from "./datagram-bodies.ts";
import { DatagramReader } from "./datagram-reader.ts";
import type { UdpBinding, UdpCalls } from "./system-calls.ts";

/** Reads the datagrams of one socket into bodies, many with one system call. */
export class UdpSocket {
  readonly bodies: DatagramBodies;
  readonly #descriptor: number;
  readonly #mayCome: (address: string) => boolean;
  readonly #reader: DatagramReader;
  /** IPv4 addresses by number, others by text. */
  #peers = new Map<number | string, Peer>();
  /** Datagrams that were read, and how many of them are in bodies. */
  #read = 0;
  #taken = 0;

  constructor(calls: UdpCalls, binding: UdpBinding, bodies: DatagramBodies, mayCome: (address: string) => boolean) {
    this.bodies = bodies;
    this.#descriptor = binding.descriptor;
    this.#mayCome = mayCome;
    this.#reader = new DatagramReader(calls);
  }

  /** No datagram that was read waits for room. */
  get isDrained(): boolean {
    return this.#taken === this.#read && this.bodies.hasRoom;
  }

  /** Takes arrived datagrams, as far as there is space; returns how many. */
  drain(nowMs: number): number {
    let count = 0;
    for (let reads = 0; reads < readsInTurn; reads++) {
      if (this.#taken === this.#read && !this.#readMore()) return count;
      const before = this.#taken;
      while (this.#taken < this.#read && this.#take(this.#taken, nowMs)) this.#taken++;
      count += this.#taken - before;
      if (this.#taken < this.#read) return count;
    }
    return count;
  }

  #readMore(): boolean {
    // Reading requires space for the result.
    if (!this.bodies.hasRoom) return false;
    this.#taken = 0;
    this.#read = this.#reader.read(this.#descriptor);
    return this.#read > 0;
  }

  #take(index: number, nowMs: number): boolean {
    const start = this.#reader.startOf(index);
    const datagram = this.#reader.bytes.subarray(start, start + this.#reader.lengthOf(index));
    return this.bodies.take(datagram, this.#peerOf(index), nowMs);
  }

  #peerOf(index: number): Peer {
    const key = this.#reader.peerOf(index);
    const known = this.#peers.get(key);
    if (known !== undefined) return known;
    if (this.#peers.size >= udpPeersMax) this.#peers = new Map();
    const address = plainAddress(this.#reader.addressOf(index));
    const peer = new Peer(address, this.#mayCome(address));
    this.#peers.set(key, peer);
    return peer;
  }
}

/** System calls before the other socket gets its turn. */
const readsInTurn = 16;
