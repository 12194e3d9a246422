import { words } from "../words/words.ts";
import type { Wall } from "./wall.ts";
import { wallOf } from "./zone.ts";

const two = (value: number) => String(value).padStart(2, "0");

/** Writes date and time as readers of the page's language type them; seconds only where they are not 0. */
export function typedTime(epoch: number, zone: string): string {
  return writeTyped(wallOf(Math.floor(epoch), zone));
}

export function writeTyped({ year, month, day, hour, minute, second }: Wall): string {
  const seconds = second === 0 ? "" : `:${two(second)}`;
  return `${words.time.typedDate(String(year), two(month), two(day))} ${two(hour)}:${two(minute)}${seconds}`;
}
