import { CommandError, usageError } from "./command.ts";

/**
 * A password without showing it: typed on a terminal, or the first line of stdin when that is a pipe. Throws when the
 * input ends without one.
 */
export async function readPassword(prompt: string): Promise<string> {
  const password = process.stdin.isTTY ? await readHidden(prompt) : await readFirstLine();
  if (password === "") throw usageError("Expected a password, got nothing.");
  return password;
}

async function readFirstLine(): Promise<string> {
  const text = await Bun.stdin.text();
  return text.split(/\r?\n/, 1)[0] ?? "";
}

const keys = { enter: ["\r", "\n"], end: "\u0004", interrupt: "\u0003", erase: ["\u007F", "\b"] } as const;

function readHidden(prompt: string): Promise<string> {
  process.stderr.write(prompt);
  process.stdin.setRawMode(true);
  process.stdin.setEncoding("utf8");
  let typed = "";
  return new Promise((resolve, reject) => {
    const finish = (settle: () => void) => {
      process.stdin.off("data", read);
      process.stdin.setRawMode(false);
      process.stdin.pause();
      process.stderr.write("\n");
      settle();
    };
    function read(text: string): void {
      for (const key of text) {
        const isInterrupt = key === keys.interrupt;
        if (isInterrupt || key === keys.end || keys.enter.some((enter) => enter === key)) {
          finish(() => (isInterrupt ? reject(new CommandError("Interrupted.", 130)) : resolve(typed)));
          return;
        }
        if (keys.erase.some((erase) => erase === key)) typed = [...typed].slice(0, -1).join("");
        else typed += key;
      }
    }
    process.stdin.on("data", read);
  });
}
