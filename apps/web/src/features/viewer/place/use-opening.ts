import { findOpening, type Opening } from "@blueprint/contract/describe-opening-hours";
import { useEffect, useState } from "react";
import type { SpokenBlueprint } from "./visitor-language.ts";

const minuteMs = 60_000;

/** Whether a place is open now; null where its team hasn't stated hours or a time zone. */
export function useOpening({
  openingHours,
  timeZone,
}: Pick<SpokenBlueprint, "openingHours" | "timeZone">): Opening | null {
  const [now, setNow] = useState(() => new Date());
  const isKnown = openingHours !== undefined && timeZone !== undefined;
  useEffect(() => {
    if (!isKnown) return;
    const timer = setTimeout(() => setNow(new Date()), minuteMs - (now.getTime() % minuteMs));
    return () => clearTimeout(timer);
  }, [isKnown, now]);
  return isKnown ? findOpening(openingHours, timeZone, now) : null;
}
