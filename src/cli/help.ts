import { renderUsage } from "citty";
import type { Command } from "./command.ts";
import { createPaint, usesColour } from "./output.ts";

/** citty's usage with notes and examples below it, in colours only on a terminal. */
export async function renderHelp(command: Command, path: readonly string[]): Promise<string> {
  const paint = createPaint(process.stdout);
  const name = ["vigie", ...path].join(" ");
  const named = { ...command, meta: { ...((command.meta ?? {}) as object), name } } as Command;
  const usage = await renderUsage(named);
  const parts = [usesColour(process.stdout) ? usage : Bun.stripANSI(usage)];
  if (command.usage)
    parts[0] = parts[0]!.replace(/(USAGE.*?\[OPTIONS\])[^\n]*/, (_all, start) => `${start} ${command.usage}`);
  if (command.notes?.length) parts.push(command.notes.map((note) => Bun.wrapAnsi(note, 100)).join("\n\n"));
  if (command.examples?.length) {
    const lines = command.examples.map(([line, meaning]) => `  ${paint("cyan", line)}\n      ${meaning}`);
    parts.push([paint("bold", "EXAMPLES"), "", ...lines].join("\n"));
  }
  return parts.map((part) => part.trim()).join("\n\n");
}
