export type DeviceType = "desktop" | "phone" | "tablet" | "headset";

/** What kind of device a browser's user agent speaks of; null for programs and for what cannot be told. */
export function toDeviceType(userAgent: string): DeviceType | null {
  if (!userAgent.startsWith("Mozilla/")) return null;
  if (/OculusBrowser|Quest|VisionOS|Pico/i.test(userAgent)) return "headset";
  // An Android tablet says Android without Mobile. An iPad of today says it is a Mac, and counts as one.
  if (/iPad|Tablet/i.test(userAgent) || (/Android/.test(userAgent) && !/Mobile/.test(userAgent))) return "tablet";
  if (/iPhone|Android|Mobile/.test(userAgent)) return "phone";
  return /Windows|Macintosh|Linux|CrOS|X11/.test(userAgent) ? "desktop" : null;
}
