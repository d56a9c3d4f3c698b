export type DeviceType = "desktop" | "phone" | "tablet" | "headset";

/** The kind of device in a browser's user agent; null for programs and unknown ones. */
export function toDeviceType(userAgent: string): DeviceType | null {
  if (!userAgent.startsWith("Mozilla/")) return null;
  if (/OculusBrowser|Quest|VisionOS|Pico/i.test(userAgent)) return "headset";
  // An Android tablet says Android without Mobile. Current iPads claim to be a Mac, and count as one.
  if (/iPad|Tablet/i.test(userAgent) || (/Android/.test(userAgent) && !/Mobile/.test(userAgent))) return "tablet";
  if (/iPhone|Android|Mobile/.test(userAgent)) return "phone";
  return /Windows|Macintosh|Linux|CrOS|X11/.test(userAgent) ? "desktop" : null;
}
