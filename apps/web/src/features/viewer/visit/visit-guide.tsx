import type { FoundPassage } from "@blueprint/contract/guide";
import { PlaceGuide } from "../guide/place-guide.tsx";
import { sameStoreyM } from "../plans/storey-plans.ts";
import type { Vector3Tuple } from "../scene/scene.ts";
import { useReducedMotion } from "../scene/use-reduced-motion.ts";
import { findNameSpot } from "../zones/zone-outline.ts";
import { useVisit, type Visit } from "./visit.ts";
import { canWalk, chooseView, openAnchor, showRoute, showStorey, showZone } from "./visit-moves.ts";
import { startTour } from "./visitor.store.ts";

/** The guide of a place in 3D: what it finds, the scene shows. */
export function VisitGuide() {
  const visit = useVisit();
  const { blueprint, search, store, state, isCompact } = visit;
  const isMotionReduced = useReducedMotion();
  return (
    <PlaceGuide
      blueprint={blueprint}
      eyes={search}
      question={state.question}
      onQuestion={(question) => store.setState({ question })}
      conversation={state.conversation}
      onConversation={(conversation) => store.setState({ conversation })}
      findWay={(found) => findWay(visit, found)}
      findRoute={(found) => findRoute(visit, found)}
      // On a phone, the keyboard would cover the suggestions.
      takesFocus={!isCompact}
      startsTours
      // On a phone, what is shown takes the place of the answer.
      showsByItself={!isCompact && !isMotionReduced}
    />
  );
}

function findRoute(visit: Visit, found: FoundPassage): ((name: string) => void) | null {
  const to = findPlace(visit, found);
  if (to === null || !canWalk(visit)) return null;
  return (name) => void showRoute(visit, { to, name, stepFree: visit.state.route?.stepFree ?? false });
}

/** Where something is; null for what isn't at one place. */
function findPlace({ blueprint }: Visit, { kind, id }: FoundPassage): Vector3Tuple | null {
  const { anchors, views = [], zones = [] } = blueprint.scene;
  if (kind === "anchor" || kind === "document") return anchors.find((anchor) => anchor.id === id)?.position ?? null;
  if (kind === "view") return views.find((view) => view.id === id)?.position ?? null;
  const zone = kind === "zone" ? zones.find((one) => one.id === id) : undefined;
  return zone === undefined ? null : findNameSpot(zone);
}

function findWay(visit: Visit, { kind, id, page }: FoundPassage): (() => void) | null {
  const { blueprint, store, view, storeys, isCompact } = visit;
  const { anchors, views = [], zones = [], tours = [], floors = [] } = blueprint.scene;
  // An open card is about something else; on a phone, the sheet would cover what is shown.
  const then = (show: () => void) => () => {
    store.setState({ selectedId: null, returnsTo: null, ...(isCompact ? { sheet: null } : {}) });
    show();
  };
  const hasScene = view.drawing === undefined && blueprint.scans.length > 0;
  switch (kind) {
    case "place":
    case "hours":
    case "fact":
      return null;
    case "anchor":
      return anchors.some((anchor) => anchor.id === id) ? () => openAnchor(visit, id) : null;
    case "document":
      return anchors.some((anchor) => anchor.id === id)
        ? () => {
            openAnchor(visit, id);
            store.setState({ shownPage: page ?? null });
          }
        : null;
    case "tour":
      return tours.some((tour) => tour.id === id && tour.stops.length > 0) ? () => startTour(store, id) : null;
    case "view": {
      const found = views.find((one) => one.id === id);
      return found === undefined || !hasScene ? null : then(() => chooseView(visit, found));
    }
    case "zone": {
      const zone = zones.find((one) => one.id === id);
      return zone === undefined || !hasScene || view.isPanorama ? null : then(() => showZone(visit, zone));
    }
    case "storey": {
      const heightM = floors.find(({ storey }) => String(storey) === id)?.elevation;
      const index = storeys.floorsM.findIndex((floorM) => Math.abs(floorM - (heightM ?? Number.NaN)) < sameStoreyM);
      return index < 0 || !hasScene ? null : then(() => showStorey(visit, index));
    }
  }
}
