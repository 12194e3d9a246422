import { words } from "../words/words.ts";

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

/** The key of an event, as actions name it: `k`, `?`, `Enter`, `mod+k`, `shift+ArrowUp`. */
export function keyOf(event: KeyboardEvent): string {
  const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const isMod = isApple ? event.metaKey : event.ctrlKey;
  // Signs such as ? already include Shift.
  const isShifted = event.shiftKey && (event.key.length > 1 || /[a-z]/i.test(event.key));
  return `${isMod ? "mod+" : ""}${event.altKey ? "alt+" : ""}${isShifted ? "shift+" : ""}${name}`;
}

/** The same for people: `Ctrl K`, `↑`, `g` then `s`. */
export function keyLabels(keys: string): string[] {
  const { keys: names } = words.frame;
  const named: Record<string, string> = {
    ...signs,
    shift: names.shift,
    Escape: names.escape,
    mod: isApple ? "⌘" : names.ctrl,
  };
  return keys.split(" ").map((key) =>
    key
      .split("+")
      .map((part) => named[part] ?? part)
      .join(" "),
  );
}

const signs = { alt: isApple ? "⌥" : "Alt", ArrowUp: "↑", ArrowDown: "↓", ArrowLeft: "←", ArrowRight: "→" };
