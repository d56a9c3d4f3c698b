import { useEffect, useEffectEvent } from "react";
import { removeMeasurePoint } from "../measure/visitor-measure.ts";
import type { Visit } from "./visit.ts";
import { closeAnchor, endMeasuring, lookAt, measureAtAim, switchMeasuring } from "./visit-moves.ts";
import { changeMeasure, openSheet, toggleGuide } from "./visitor.store.ts";

/** Keys that work anywhere on a visitor's page, unless the user is typing or a dialog is open. */
export function useVisitKeys(visit: Visit): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element && event.target.closest("input, textarea, select, [role=dialog]")) return;
    const { hidden, store, view, isCompact } = visit;
    const { sheet, selectedId, measure } = visit.state;
    const key = event.key.toLowerCase();
    // An open tooltip may handle Escape; the card still closes with it.
    if (key === "escape" && isCompact && sheet !== null) store.setState({ sheet: null });
    else if (key === "escape" && selectedId === null && measure !== null) endMeasuring(visit);
    else if (key === "escape") closeAnchor(visit);
    else if (event.defaultPrevented) return;
    else if (key === "?" && !hidden.has("help")) openSheet(store, "help");
    else if (key === "g" && !hidden.has("guide")) {
      // Otherwise the letter would end up in the field that gets the focus.
      event.preventDefault();
      toggleGuide(store, isCompact);
    } else if (view.drawing !== undefined) return;
    else if (hidden.has("modes") && "ovfp".includes(key)) return;
    else if (key === "o") lookAt(visit, "orbit");
    else if (key === "v") lookAt(visit, "walk");
    else if (key === "f") lookAt(visit, "fly");
    else if (key === "m" && view.isMeasurable && !hidden.has("measure")) switchMeasuring(visit);
    else if (key === "enter" && measure !== null && view.isMeasurable && !isOnControl(event)) measureAtAim(visit);
    else if (key === "backspace" && measure !== null) changeMeasure(store, removeMeasurePoint(measure));
    else if (key === "p" && view.storeyPlans.length > 0) lookAt(visit, "plan");
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    window.addEventListener("keydown", listener);
    return () => window.removeEventListener("keydown", listener);
  }, []);
}

/** Whether the focused element handles the key itself. */
function isOnControl({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest("a, button, summary") !== null;
}
