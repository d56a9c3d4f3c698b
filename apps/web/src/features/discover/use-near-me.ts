import { useRef, useState } from "react";

/** WGS 84 degrees, rounded to about 100 m. */
export interface RoughPosition {
  readonly latitude: number;
  readonly longitude: number;
}

export type NearMe =
  | { readonly state: "off" | "asking" | "refused" | "unknown" }
  | { readonly state: "on"; readonly position: RoughPosition };

const waitMs = 15_000;
/** A position of the last minutes is as good as a new one. */
const ageMs = 300_000;

/** Asks the browser for the visitor's position, and only when they want it. It is kept until the screen is left. */
export function useNearMe() {
  const [nearMe, setNearMe] = useState<NearMe>({ state: "off" });
  // The answer to a question that was taken back doesn't count.
  const asked = useRef(0);
  const turnOff = () => {
    asked.current += 1;
    setNearMe({ state: "off" });
  };
  const turnOn = () => {
    asked.current += 1;
    const own = asked.current;
    const settle = (next: NearMe) => {
      if (asked.current === own) setNearMe(next);
    };
    setNearMe({ state: "asking" });
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => settle({ state: "on", position: roundPosition(coords) }),
      ({ code, PERMISSION_DENIED }) => settle({ state: code === PERMISSION_DENIED ? "refused" : "unknown" }),
      { enableHighAccuracy: false, timeout: waitMs, maximumAge: ageMs },
    );
  };
  return { nearMe, turnOn, turnOff };
}

/** Browsers offer it to secure pages only. */
export function canLocate(): boolean {
  return "geolocation" in navigator && window.isSecureContext;
}

export function roundPosition({ latitude, longitude }: RoughPosition): RoughPosition {
  const round = (degrees: number) => Math.round(degrees * 1_000) / 1_000;
  return { latitude: round(latitude), longitude: round(longitude) };
}
