import { cellCharactersMax } from "../limits.ts";

/**
 * A text as the format writes it: characters that XML forbids become _xHHHH_, and text that looks like that is escaped
 * so that it stays the same. Text longer than a cell allows is cut and ends in an ellipsis.
 */
export function cellString(text: string): string {
  const fitting = text.length > cellCharactersMax ? `${text.slice(0, cellCharactersMax - 1).toWellFormed()}…` : text;
  return special.test(fitting) ? escapeAll(fitting) : fitting;
}

/** Text of an XML document outside of cells: names, titles. */
export function attributeText(text: string): string {
  return cellString(text)
    .replaceAll(/[\t\n]/g, " ")
    .replaceAll('"', "&quot;");
}

const special = /[&<>\x00-\x08\x0b-\x1f\ud800-\udfff\ufffe\uffff]|_x/;

function escapeAll(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, "_x005F_")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll(/[\x00-\x08\x0b-\x1f\ufffe\uffff]/g, (sign) => `_x${hex(sign)}_`);
}

function hex(sign: string): string {
  return sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
}
