import { expect, it } from "vitest";
import { toDeviceType } from "./device-type.ts";

it.each([
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36", "desktop"],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "desktop"],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148", "phone"],
  ["Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36", "phone"],
  ["Mozilla/5.0 (Linux; Android 15; SM-X810) AppleWebKit/537.36 Chrome/140.0 Safari/537.36", "tablet"],
  ["Mozilla/5.0 (iPad; CPU OS 12_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148", "tablet"],
  ["Mozilla/5.0 (Linux; Android 14; Quest 3) AppleWebKit/537.36 OculusBrowser/35.0 Safari/537.36", "headset"],
  ["curl/8.5.0", null],
  ["node", null],
  ["", null],
])("%s is a %s", (userAgent, type) => {
  expect(toDeviceType(userAgent)).toBe(type);
});
