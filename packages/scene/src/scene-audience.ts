import type { Audience } from "@blueprint/contract/audiences";
import { findGroupParents } from "./group.ts";
import type { Scene } from "./read-scene.ts";
import { findTourStops } from "./tour.ts";

interface Guarded {
  readonly group: string | null;
  readonly audiences: readonly Audience[];
}

/**
 * What an audience gets of a scene: nothing that is a draft, nothing that is for others or lies in a group for others,
 * no comments, and no mention of what was left out.
 */
export function selectForAudience(scene: Scene, audience: Audience): Scene {
  const mayEnter = findOpenGroups(scene, audience);
  const maySee = ({ group, audiences }: Guarded) => isFor(audiences, audience) && mayEnter(group);
  const anchors = scene.anchors.filter((anchor) => anchor.state === "live" && maySee(anchor));
  const anchorIds = new Set(anchors.map((anchor) => anchor.id));
  const groups = scene.groups.filter((group) => mayEnter(group.id));
  const zones = scene.zones.filter(maySee);
  const plans = scene.plans.filter(maySee);
  const placements = scene.placements.filter(maySee);
  const named = new Set([...anchors, ...groups, ...zones, ...plans, ...placements].map((object) => object.id));
  // Scans lie outside the document; those that it knows by their placement may be for others.
  const othersScans = new Set(scene.placements.filter((placement) => !maySee(placement)).map(({ id }) => id));
  const views = scene.views.filter(maySee).map((view) => ({
    ...view,
    hidden: view.hidden.filter((id) => named.has(id)),
    hiddenScans: view.hiddenScans.filter((id) => !othersScans.has(id)),
  }));
  const { startViewId } = scene.settings;
  return {
    ...scene,
    settings: {
      ...scene.settings,
      startViewId: views.some((view) => view.id === startViewId) ? startViewId : null,
      calibration: scene.settings.calibration && { ...scene.settings.calibration, measurementId: null },
    },
    anchors,
    zones,
    plans,
    placements,
    groups,
    views,
    measurements: scene.measurements.filter(maySee),
    tours: scene.tours
      .filter((tour) => tour.state === "live" && maySee(tour))
      .map((tour) => ({ ...tour, stops: findTourStops(tour, anchorIds) })),
    threads: [],
  };
}

function isFor(audiences: readonly Audience[], audience: Audience): boolean {
  return audiences.length === 0 || audiences.includes(audience);
}

function findOpenGroups(scene: Scene, audience: Audience): (group: string | null) => boolean {
  const parents = findGroupParents(scene.groups);
  const closed = new Set(scene.groups.filter((group) => !isFor(group.audiences, audience)).map((group) => group.id));
  return (group) => {
    for (let id = group; id !== null && parents.has(id); id = parents.get(id) ?? null) if (closed.has(id)) return false;
    return true;
  };
}
