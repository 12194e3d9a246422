import { FramedBody, framedBodyBytes } from "../../framing/framed-body.ts";
import { RateBuckets } from "../../quota/rate-buckets.ts";
import { framedTextBytes, framesPerBodyMax, gelfDocumentBytesMax, udpDeliveryMs, udpPlacesMax } from "../limits.ts";
import { GelfDatagrams } from "./gelf-datagrams.ts";
import { Rejections } from "./rejections.ts";
import type { UdpKind, UdpMemory } from "./udp-messages.ts";

/** A body that is ready: its place, and the senders of its messages. */
export interface ReadyBody {
  place: number;
  sizeBytes: number;
  sources: string[];
}

/** The sender of datagrams. */
export class Peer {
  /** Its number among the sources of the body of this generation. */
  source = 0;
  generation = 0;

  constructor(
    readonly address: string,
    readonly isWelcome: boolean,
  ) {}
}

/** Puts the datagrams of one socket into bodies, of which a few may be on their way at a time. */
export class DatagramBodies {
  readonly memory: UdpMemory;
  readonly #rejections = new Rejections();
  readonly #overQuota = new Rejections();
  readonly #rates = new RateBuckets();
  /** 0: unlimited. */
  readonly #eventsPerSecond: number;
  readonly #kind: UdpKind;
  readonly #onReady: (body: ReadyBody) => void;
  readonly #gelf = new GelfDatagrams((address) => this.#rejections.add(address));
  readonly #states: Int32Array;
  readonly #bodies: FramedBody[];
  /** The body being filled, and its place. */
  #body: FramedBody | undefined;
  #place = 0;
  /** When its first message came. */
  #openedMs = 0;

  constructor(kind: UdpKind, eventsPerSecond: number, onReady: (body: ReadyBody) => void) {
    this.#kind = kind;
    this.#eventsPerSecond = eventsPerSecond;
    this.#onReady = onReady;
    const states = new SharedArrayBuffer(udpPlacesMax * Int32Array.BYTES_PER_ELEMENT);
    const size = framedBodyBytes(framedTextBytes, framesPerBodyMax);
    this.memory = { places: Array.from({ length: udpPlacesMax }, () => new SharedArrayBuffer(size)), states };
    this.#states = new Int32Array(states);
    this.#bodies = this.memory.places.map((memory) => new FramedBody(memory, framedTextBytes, framesPerBodyMax));
  }

  /** Copies a datagram. False: no space for it. */
  take(datagram: Uint8Array, peer: Peer, nowMs: number): boolean {
    const body = this.#roomFor(this.#kind === "gelf" ? gelfDocumentBytesMax : datagram.length);
    if (body === undefined) return false;
    if (!peer.isWelcome) this.#rejections.add(peer.address);
    else if (!this.#isWithinQuota(peer, nowMs)) this.#overQuota.add(peer.address);
    else if (this.#kind === "syslog") this.#add(body, withoutLineEnd(datagram), peer, nowMs);
    else this.#addDocument(body, datagram, peer, nowMs);
    return true;
  }

  /** Whether a message waits in the body being filled. */
  get isFilling(): boolean {
    return this.#body !== undefined && this.#body.count > 0;
  }

  /** False: all bodies are on their way. */
  get hasRoom(): boolean {
    return this.#open() !== undefined;
  }

  /** Sends the body being filled when it has waited long enough, or no other is on its way. */
  sendIfDue(nowMs: number): void {
    this.#gelf.expire(nowMs);
    if (this.isFilling && (nowMs - this.#openedMs >= udpDeliveryMs || this.#isIdle)) this.send();
  }

  send(): void {
    const body = this.#body;
    if (body === undefined || body.count === 0) return;
    this.#body = undefined;
    Atomics.store(this.#states, this.#place, 1);
    this.#onReady({ place: this.#place, sizeBytes: body.seal().length, sources: body.sources });
  }

  get #isIdle(): boolean {
    return this.#states.every((_, place) => Atomics.load(this.#states, place) === 0);
  }

  /** Rejected datagrams, or those beyond a rate, since the last call. */
  takeRefused(): { kind: "rejected" | "over_quota"; address: string; count: number }[] {
    return (["rejected", "over_quota"] as const).flatMap((kind) => {
      const counts = kind === "rejected" ? this.#rejections.take() : this.#overQuota.take();
      return Array.from(counts, ([address, count]) => ({ kind, address, count }));
    });
  }

  #isWithinQuota({ address }: Peer, nowMs: number): boolean {
    const perSecond = this.#eventsPerSecond;
    if (perSecond === 0) return true;
    if (this.#rates.waitMs(address, perSecond, nowMs) > 0) return false;
    this.#rates.spend(address, perSecond, 1, nowMs);
    return true;
  }

  #addDocument(body: FramedBody, datagram: Uint8Array, peer: Peer, nowMs: number): void {
    const document = this.#gelf.take(datagram, peer.address, nowMs);
    if (document === "bad") this.#rejections.add(peer.address);
    else if (document !== "more") this.#add(body, document, peer, nowMs);
  }

  #add(body: FramedBody, message: Uint8Array, peer: Peer, nowMs: number): void {
    if (message.length === 0) return;
    if (body.count === 0) this.#openedMs = nowMs;
    if (peer.generation !== body.generation) {
      peer.source = body.addSource(peer.address);
      peer.generation = body.generation;
    }
    const start = body.textBytes;
    body.write(message);
    body.add(start, body.textBytes, peer.source, false);
    // Separates messages that are searched as one text.
    body.write(lineFeed);
  }

  /** A body with room for a message of `bytes` bytes; undefined: all are on their way. */
  #roomFor(bytes: number): FramedBody | undefined {
    const body = this.#open();
    if (body === undefined || (!body.isFull && bytes < body.freeBytes)) return body;
    this.send();
    return this.#open();
  }

  #open(): FramedBody | undefined {
    if (this.#body !== undefined) return this.#body;
    const place = this.#states.findIndex((_, index) => Atomics.load(this.#states, index) === 0);
    if (place < 0) return undefined;
    this.#place = place;
    this.#body = this.#bodies[place]!;
    this.#body.begin();
    return this.#body;
  }
}

/** Some senders end the line, some end the text as C does. */
function withoutLineEnd(datagram: Uint8Array): Uint8Array {
  let end = datagram.length;
  while (end > 0 && lineEnds.includes(datagram[end - 1]!)) end--;
  return end === datagram.length ? datagram : datagram.subarray(0, end);
}

const lineEnds = [0, 10, 13];
const lineFeed = Uint8Array.of(10);
