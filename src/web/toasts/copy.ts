import { words } from "../words/words.ts";
import { toast } from "./toast-store.ts";

/** Copies the text and says so; also over plain http, where browsers hide their clipboard. */
export async function copy(text: string, what: string): Promise<void> {
  const isDone = await write(text);
  if (isDone) toast(words.frame.copied(what));
  else toast(words.frame.notCopied(what), { kind: "bad" });
}

async function write(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return writeBySelection(text);
  }
}

function writeBySelection(text: string): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  document.body.append(field);
  field.select();
  try {
    return document.execCommand("copy");
  } finally {
    field.remove();
  }
}
