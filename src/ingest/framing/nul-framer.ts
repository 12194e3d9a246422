import type { Framer } from "./framer.ts";

/** Messages that end with a NUL, as in GELF over TCP. */
export class NulFramer implements Framer {
  readonly headBytes = 0;
  readonly tailBytes = 1;

  begin(): void {}

  find(bytes: Uint8Array, from: number, to: number): number {
    const index = bytes.indexOf(0, from);
    return index < 0 || index >= to ? -1 : index + 1;
  }

  end(): "whole" {
    return "whole";
  }
}
