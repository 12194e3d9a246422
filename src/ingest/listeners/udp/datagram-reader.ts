import { ptr } from "bun:ffi";
import { datagramsAtOnce } from "../limits.ts";
import type { UdpCalls } from "./system-calls.ts";

/**
 * Reads many datagrams with one system call. Each has memory for the largest possible datagram, of which small ones
 * touch only the first page.
 */
export class DatagramReader {
  /** For the datagram `index` of the last call: bytes.subarray(startOf(index), startOf(index) + lengthOf(index)). */
  readonly bytes = new Uint8Array(datagramsAtOnce * strideBytes);
  readonly #calls: UdpCalls;
  readonly #headers = new Uint8Array(datagramsAtOnce * headerBytes);
  readonly #headerWords = new Uint32Array(this.#headers.buffer);
  readonly #vectors = new BigUint64Array(datagramsAtOnce * 2);
  readonly #peers = new Uint8Array(datagramsAtOnce * peerBytes);
  readonly #peerWords = new Uint32Array(this.#peers.buffer);
  readonly #headersAt: ReturnType<typeof ptr>;

  constructor(calls: UdpCalls) {
    this.#calls = calls;
    const [bytesAt, vectorsAt, peersAt] = [ptr(this.bytes), ptr(this.#vectors), ptr(this.#peers)];
    const view = new DataView(this.#headers.buffer);
    for (let i = 0; i < datagramsAtOnce; i++) {
      this.#vectors[i * 2] = BigInt(bytesAt + i * strideBytes);
      this.#vectors[i * 2 + 1] = BigInt(datagramBytesMax);
      view.setBigUint64(i * headerBytes, BigInt(peersAt + i * peerBytes), true);
      view.setBigUint64(i * headerBytes + 16, BigInt(vectorsAt + i * 16), true);
      view.setBigUint64(i * headerBytes + 24, 1n, true);
    }
    this.#headersAt = ptr(this.#headers);
  }

  /** Returns how many there were; does not wait for more. */
  read(descriptor: number): number {
    // The system overwrites the lengths of addresses.
    for (let i = 0; i < datagramsAtOnce; i++) this.#headerWords[i * headerWords + 2] = peerBytes;
    return Math.max(this.#calls.recvmmsg(descriptor, this.#headersAt, datagramsAtOnce, dontWait, null), 0);
  }

  startOf(index: number): number {
    return index * strideBytes;
  }

  lengthOf(index: number): number {
    return this.#headerWords[index * headerWords + 14]!;
  }

  /** The same for datagrams of one address: a number for IPv4, a text for IPv6. */
  peerOf(index: number): number | string {
    const words = this.#peerWords;
    const at = index * (peerBytes / 4);
    if ((words[at]! & 0xffff) === inet) return words[at + 1]!;
    return `${words[at + 2]} ${words[at + 3]} ${words[at + 4]} ${words[at + 5]}`;
  }

  /** Its text form. */
  addressOf(index: number): string {
    const at = index * peerBytes;
    const peers = this.#peers;
    if ((this.#peerWords[at / 4]! & 0xffff) === inet) return peers.subarray(at + 4, at + 8).join(".");
    const words = Array.from({ length: 8 }, (_, i) => (peers[at + 8 + i * 2]! << 8) | peers[at + 9 + i * 2]!);
    return new URL(`http://[${words.map((word) => word.toString(16)).join(":")}]`).hostname.slice(1, -1);
  }
}

/** The most that UDP carries over IPv4 and IPv6. */
const datagramBytesMax = 65_535;
/** Not a power of two: else the first bytes of all would share a few lines of the processor's cache. */
const strideBytes = 65_536 + 320;
/** struct mmsghdr on 64 bits. */
const headerBytes = 64;
const headerWords = headerBytes / 4;
/** Room for struct sockaddr_in6. */
const peerBytes = 32;
const inet = 2;
const dontWait = 0x40;
