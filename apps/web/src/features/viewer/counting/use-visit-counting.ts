import { useEffect, useEffectEvent, useState } from "react";
import { refusesTracking } from "../../../lib/tracking-refusal.ts";
import type { PlaceEyes } from "../place/visitor-search.ts";
import { describeVisit } from "./describe-visit.ts";
import type { BegunVisit, VisitCollector } from "./visit-collector.ts";

const waitingMax = 100;

/** What a screen reports of a visit. Nothing happens where visits aren't counted. */
export interface VisitCounting {
  readonly note: VisitCollector["note"];
  readonly stayIn: VisitCollector["stayIn"];
  readonly passBy: VisitCollector["passBy"];
}

/**
 * Counts a visit from when the place is shown.
 * @param isShown counting begins then, so that it delays no picture
 * @param readPictureMs time to the first picture, when it is shown
 */
export function useVisitCounting(
  place: { readonly slug: string; readonly eyes: PlaceEyes; readonly form: "scene" | "text" } | null,
  isShown: boolean,
  readPictureMs: () => number | null = () => null,
): VisitCounting {
  const [{ counting, hold }] = useState(createHold);
  const begin = useEffectEvent(() => {
    if (place === null || refusesTracking()) return;
    hold.begin(describeVisit(place.slug, place.eyes, place.form, readPictureMs()));
  });
  useEffect(() => {
    if (isShown) begin();
  }, [isShown]);
  useEffect(() => () => hold.end(), [hold]);
  return counting;
}

/** Keeps what is reported until the code that sends it is loaded: a visitor may stand still from then on. */
function createHold() {
  let collector: VisitCollector | null = null;
  let waiting: ((collector: VisitCollector) => void)[] = [];
  let isBegun = false;
  const pass = (report: (collector: VisitCollector) => void) => {
    if (collector !== null) report(collector);
    else if (waiting.length < waitingMax) waiting.push(report);
  };
  const counting: VisitCounting = {
    note: (what) => pass((to) => to.note(what)),
    stayIn: (kind, id) => pass((to) => to.stayIn(kind, id)),
    passBy: (spot) => pass((to) => to.passBy(spot)),
  };
  const hold = {
    begin: (visit: BegunVisit) => {
      if (isBegun) return;
      isBegun = true;
      import("./visit-collector.ts").then(
        (code) => {
          if (!isBegun) return;
          collector = new code.VisitCollector(visit);
          for (const report of waiting) report(collector);
          waiting = [];
        },
        // A visit that isn't counted goes on.
        () => {},
      );
    },
    end: () => {
      isBegun = false;
      collector?.end();
      collector = null;
    },
  };
  return { counting, hold };
}
