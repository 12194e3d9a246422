/** Bytes by sender of one UTC day; a new day starts at zero. */
export class DayBytes {
  readonly #bytes = new Map<string, number>();
  #day = "";

  of(sender: string, nowMs: number): number {
    this.#turn(nowMs);
    return this.#bytes.get(sender) ?? 0;
  }

  add(sender: string, bytes: number, nowMs: number): void {
    const sum = this.of(sender, nowMs) + bytes;
    if (!this.#bytes.has(sender) && this.#bytes.size >= sendersMax)
      this.#bytes.delete(this.#bytes.keys().next().value!);
    this.#bytes.set(sender, sum);
  }

  #turn(nowMs: number): void {
    const day = dayOf(nowMs);
    if (day === this.#day) return;
    this.#day = day;
    this.#bytes.clear();
  }
}

/** YYYY-MM-DD, UTC. */
export function dayOf(nowMs: number): string {
  return new Date(nowMs).toISOString().slice(0, 10);
}

/** Until the next UTC day. */
export function secondsLeftOfDay(nowMs: number): number {
  return Math.ceil((dayMs - (nowMs % dayMs)) / 1000);
}

const dayMs = 86_400_000;

/** Senders counted separately; beyond, the one counted first starts over. */
const sendersMax = 16_384;
