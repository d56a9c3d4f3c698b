import type { Audience } from "@blueprint/contract/audiences";
import { findGroupParents } from "./group.ts";
import type { Scene } from "./read-scene.ts";
import { findTourStops } from "./tour.ts";

interface Guarded {
  readonly group: string | null;
  readonly audiences: readonly Audience[];
}

/**
 * What an audience gets of a scene: no drafts, nothing for other audiences or in a group for them, no comments, and no
 * reference to what was left out.
 */
export function selectForAudience(scene: Scene, audience: Audience): Scene {
  const mayEnter = findOpenGroups(scene, audience);
  const maySee = ({ group, audiences }: Guarded) => isFor(audiences, audience) && mayEnter(group);
  const anchors = scene.anchors.filter((anchor) => anchor.state === "live" && maySee(anchor));
  const groups = scene.groups.filter((group) => mayEnter(group.id));
  const zones = scene.zones.filter(maySee);
  const plans = scene.plans.filter(maySee);
  const placements = scene.placements.filter(maySee);
  const named = new Set([...anchors, ...groups, ...zones, ...plans, ...placements].map((object) => object.id));
  // Scans are not part of the document; those known by their placement may be for other audiences.
  const othersScans = new Set(scene.placements.filter((placement) => !maySee(placement)).map(({ id }) => id));
  const views = scene.views.filter(maySee).map((view) => ({
    ...view,
    hidden: view.hidden.filter((id) => named.has(id)),
    hiddenScans: view.hiddenScans.filter((id) => !othersScans.has(id)),
  }));
  const ids = { anchors: toIds(anchors), views: toIds(views), zones: toIds(zones) };
  const { startViewId } = scene.settings;
  return {
    ...scene,
    settings: {
      ...scene.settings,
      startViewId: views.some((view) => view.id === startViewId) ? startViewId : null,
      calibration: scene.settings.calibration && { ...scene.settings.calibration, measurementId: null },
      guideInstructions: "",
      guideVoice: "",
      guideLanguages: "",
      otherWords: "",
    },
    anchors,
    zones,
    plans,
    placements,
    volumes: scene.volumes.filter(({ scanId }) => !othersScans.has(scanId)),
    groups,
    views,
    measurements: scene.measurements.filter(maySee),
    tours: scene.tours
      .filter((tour) => tour.state === "live" && maySee(tour))
      .map((tour) => ({ ...tour, stops: findTourStops(tour, ids) })),
    threads: [],
  };
}

function toIds(objects: readonly { readonly id: string }[]): ReadonlySet<string> {
  return new Set(objects.map(({ id }) => id));
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
