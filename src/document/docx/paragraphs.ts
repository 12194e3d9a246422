import { isReadFromRight, readableText } from "../readable-text.ts";

export type ParagraphStyle =
  | "Title"
  | "Subtitle"
  | "Heading1"
  | "Normal"
  | "Note"
  | "Warning"
  | "Code"
  | "Cell"
  | "CellHead"
  | "FigureLabel"
  | "Figure";

/**
 * A paragraph in one of the styles; right-to-left text is aligned right. `keepsNext`: it stays on the page of what
 * follows it.
 */
export function paragraphXml(
  text: string,
  style: ParagraphStyle,
  { align, color, keepsNext = false }: { align?: "right"; color?: string; keepsNext?: boolean } = {},
): string {
  const isFromRight = isReadFromRight(text);
  const keeping = keepsNext ? "<w:keepNext/>" : "";
  const direction = isFromRight ? "<w:bidi/>" : "";
  const alignment = align === undefined || isFromRight ? "" : `<w:jc w:val="${align}"/>`;
  const look = `${color === undefined ? "" : `<w:b/><w:color w:val="${color}"/>`}${isFromRight ? "<w:rtl/>" : ""}`;
  const run = look === "" ? "" : `<w:rPr>${look}</w:rPr>`;
  const lines = xmlText(text).split("\n");
  const content = lines.map((line) => `<w:t xml:space="preserve">${line}</w:t>`).join("<w:br/>");
  return `<w:p><w:pPr><w:pStyle w:val="${style}"/>${keeping}${direction}${alignment}</w:pPr><w:r>${run}${content}</w:r></w:p>`;
}

/** Text in the characters that XML allows. */
export function xmlText(text: string): string {
  return readableText(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
