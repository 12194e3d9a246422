const key = "vigie.singleKeys";

/** Shortcuts of one key can be switched off: those who speak to their computer would set them off by words. */
export function singleKeysAreOn(): boolean {
  return localStorage.getItem(key) !== "off";
}

export function switchSingleKeys(on: boolean): void {
  if (on) localStorage.removeItem(key);
  else localStorage.setItem(key, "off");
}
