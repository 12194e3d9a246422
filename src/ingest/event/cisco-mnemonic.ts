/**
 * The mnemonic of a message of a Cisco device: `SYS-5-CONFIG_I` of "… %SYS-5-CONFIG_I: Configured from console"; ""
 * when there is none near the beginning. The form is facility, subfacilities, severity digit, name.
 */
export function readCiscoMnemonic(message: string): string {
  let at = message.indexOf("%");
  for (let tries = 0; at >= 0 && at < searchedCharacters && tries < triesMax; tries++) {
    mnemonic.lastIndex = at;
    const found = mnemonic.exec(message);
    if (found !== null) return found[1]!;
    at = message.indexOf("%", at + 1);
  }
  return "";
}

/** A sequence number, two times and a host may stand before it. */
const searchedCharacters = 256;
const triesMax = 4;

/** Each part is bounded, so that no text makes the search long. */
const mnemonic = /%([A-Z][A-Z0-9_]{0,31}(?:-[A-Z0-9_]{1,31}){0,4}-[0-7]-[A-Z0-9_]{1,63}):/y;
