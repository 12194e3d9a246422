import { offeredActions } from "./action-store.ts";
import { keyOf } from "./key-names.ts";
import { singleKeysAreOn } from "./single-keys.ts";

/** A pair of keys, such as `g s`, waits this long for its second key. */
const pairMs = 1_200;

/** Runs the action whose keys are pressed. Returns a function that stops listening. */
export function listenKeys(): () => void {
  let first: { key: string; at: number } | undefined;
  const listen = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return;
    const key = keyOf(event);
    if (!isCommand(key) && (isWriting(event.target) || !singleKeysAreOn())) return;
    if (isDialogOpen() || (key === "Enter" && isControl(event.target))) return;
    const pair = first !== undefined && event.timeStamp - first.at < pairMs ? `${first.key} ${key}` : undefined;
    const action = findAction(pair) ?? findAction(key);
    const begins = action === undefined && offeredActions().some(({ keys }) => keys?.startsWith(`${key} `));
    first = begins ? { key, at: event.timeStamp } : undefined;
    if (action === undefined) return;
    event.preventDefault();
    action.run();
  };
  window.addEventListener("keydown", listen);
  return () => window.removeEventListener("keydown", listen);
}

function findAction(keys: string | undefined) {
  return keys === undefined ? undefined : offeredActions().find((action) => action.keys === keys);
}

/** With a modifier, a key is never text. */
function isCommand(key: string): boolean {
  return key.startsWith("mod+") || key.startsWith("alt+");
}

function isWriting(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !/^(?:radio|checkbox|button|submit|file)$/.test(target.type);
  return target.isContentEditable || /^(?:TEXTAREA|SELECT)$/.test(target.tagName);
}

/** Enter presses the focused button. */
function isControl(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target !== document.body && target.tagName !== "MAIN";
}

function isDialogOpen(): boolean {
  return document.querySelector('[role="dialog"][aria-modal="true"], [role="menu"]') !== null;
}
