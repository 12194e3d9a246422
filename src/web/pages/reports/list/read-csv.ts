/** The first rows of a CSV text as RFC 4180 has it; a last one that was cut off is as far as it goes. */
export function readCsv(text: string, rowsMax: number): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const { 0: found, 1: quoted, 2: plain = "", 3: end } of text.matchAll(cells)) {
    if (found === "" && row.length === 0) break;
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ",") continue;
    rows.push(row);
    row = [];
    if (rows.length >= rowsMax || end === "") break;
  }
  return rows;
}

/** A cell, quoted or plain, and what ends it. */
const cells = /(?:"((?:[^"]|"")*)"?|([^",\r\n][^,\r\n]*|))(,|\r?\n|$)/g;
