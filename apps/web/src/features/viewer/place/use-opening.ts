import { describeOpening, findOpening } from "@blueprint/contract/describe-opening-hours";
import { useEffect, useState } from "react";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import type { SpokenBlueprint } from "./visitor-language.ts";

const minuteMs = 60_000;

/** Whether a place is open now, in the visitor's language; null where its team hasn't stated hours or a time zone. */
export function useOpening({
  openingHours,
  timeZone,
}: Pick<SpokenBlueprint, "openingHours" | "timeZone">): string | null {
  const { language } = useWording();
  const [now, setNow] = useState(() => new Date());
  const isKnown = openingHours !== undefined && timeZone !== undefined;
  useEffect(() => {
    if (!isKnown) return;
    const timer = setTimeout(() => setNow(new Date()), minuteMs - (now.getTime() % minuteMs));
    return () => clearTimeout(timer);
  }, [isKnown, now]);
  return isKnown ? describeOpening(findOpening(openingHours, timeZone, now), language) : null;
}
