const key = "vigie.singleKeys";

/** Single-key shortcuts can be switched off: speech input would trigger them. */
export function singleKeysAreOn(): boolean {
  return localStorage.getItem(key) !== "off";
}

export function switchSingleKeys(on: boolean): void {
  if (on) localStorage.removeItem(key);
  else localStorage.setItem(key, "off");
}
