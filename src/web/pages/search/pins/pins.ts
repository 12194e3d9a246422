/** Lines that stay above the list; more would leave it no room. */
const pinsMax = 8;

/** Reads the ids from an address; undefined: it is no address of pins. */
export function readPins(text: string): string[] | undefined {
  const ids = text.split(",");
  return ids.length <= pinsMax && ids.every((id) => /^\d{1,20}$/.test(id)) ? [...new Set(ids)] : undefined;
}

export function writePins(pins: readonly string[]): string {
  return pins.join(",");
}

/** Pins or unpins one; beyond the limit the oldest pin is dropped. */
export function togglePin(pins: readonly string[], id: string): string[] {
  return pins.includes(id) ? pins.filter((pinned) => pinned !== id) : [...pins, id].slice(-pinsMax);
}
