import { lateStyles } from "../api/facts.ts";

let loaded: Promise<unknown> | undefined;

/** The looks of everything that is not shown first; a page is drawn once they are there. */
export function loadLateStyles(): Promise<unknown> {
  loaded ??= Promise.all(lateStyles.map(link));
  return loaded;
}

/** A sheet that cannot be loaded leaves the page readable; that vigie is away is told elsewhere. */
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
