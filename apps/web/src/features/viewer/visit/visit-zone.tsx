import { listShown } from "../views/shown-objects.ts";
import { ZoneNotice } from "../zones/zone-notice.tsx";
import { useVisit } from "./visit.ts";
import { isStanding } from "./visitor-view.ts";

/** The zone that a visitor stands in; nothing for those who stand nowhere. */
export function VisitZone() {
  const { blueprint, state, view, camera } = useVisit();
  const zones = listShown(state.shown, "zones", blueprint.scene.zones ?? []);
  if (!isStanding(view) || zones.length === 0) return null;
  return <ZoneNotice zones={zones} camera={camera} />;
}
