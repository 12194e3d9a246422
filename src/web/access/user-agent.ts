import { words } from "../words/words.ts";

/** The order matters: most browsers also claim to be one of the later ones. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\/(\d+)/, "Edge"],
  [/\bOPR\/(\d+)/, "Opera"],
  [/\bSamsungBrowser\/(\d+)/, "Samsung Internet"],
  [/\bFirefox\/(\d+)/, "Firefox"],
  [/\bFxiOS\/(\d+)/, "Firefox"],
  [/\b(?:Headless)?Chrome\/(\d+)/, "Chrome"],
  [/\bCriOS\/(\d+)/, "Chrome"],
  [/\bVersion\/(\d+)[\d.]* .*Safari\//, "Safari"],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, "Android"],
  [/\biPhone\b/, "iOS"],
  [/\biPad\b/, "iPadOS"],
  [/\bWindows NT\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

/** "Firefox 140 on Linux"; other programs keep the name they give themselves. */
export function describeAgent(userAgent: string): string {
  for (const [pattern, name] of browsers) {
    const found = pattern.exec(userAgent);
    if (found === null) continue;
    const system = systems.find(([sign]) => sign.test(userAgent))?.[1];
    const browser = `${name} ${found[1]}`;
    return system === undefined ? browser : words.access.onSystem(browser, system);
  }
  return userAgent.slice(0, 60) || words.access.unknownBrowser;
}

export function kindOfAgent(userAgent: string): "desktop" | "phone" | "program" {
  if (!browsers.some(([pattern]) => pattern.test(userAgent))) return "program";
  return /\b(?:Mobile|Android|iPhone|iPad)\b/.test(userAgent) ? "phone" : "desktop";
}
