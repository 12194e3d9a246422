import { lateStyles } from "../api/facts.ts";

let loaded: Promise<unknown> | undefined;

/** Loads the styles the first screen does not need; pages are drawn after that. */
export function loadLateStyles(): Promise<unknown> {
  loaded ??= Promise.all(lateStyles.map(link));
  return loaded;
}

/** A missing style sheet leaves the page readable; the connection bar reports the outage. */
function link(href: string): Promise<void> {
  const element = document.createElement("link");
  element.rel = "stylesheet";
  element.href = href;
  return new Promise((resolve) => {
    element.addEventListener("load", () => resolve());
    element.addEventListener("error", () => resolve());
    document.head.append(element);
  });
}
