/** Order matters: most browsers also name the ones they descend from. */
const browsers: readonly [pattern: RegExp, name: string][] = [
  [/\bEdgA?\/|\bEdgiOS\//, "Edge"],
  [/\bOPR\/|\bOpera\b/, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bOculusBrowser\//, "Meta Quest Browser"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/\bChrome\/|\bCriOS\/|\bHeadlessChrome\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

const systems: readonly [pattern: RegExp, name: string][] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b|\bMacintosh\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

const find = (list: typeof browsers, userAgent: string) => list.find(([pattern]) => pattern.test(userAgent))?.[1];

/** A readable User-Agent: "Firefox on Windows", or that it is a program. */
export function toDeviceWords(userAgent: string | null): string {
  if (userAgent === null || userAgent === "") return "Unknown device";
  const browser = find(browsers, userAgent);
  const system = find(systems, userAgent);
  if (browser === undefined) return system === undefined ? "A program" : `A program on ${system}`;
  return system === undefined ? browser : `${browser} on ${system}`;
}
