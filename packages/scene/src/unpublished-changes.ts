import type { Audience } from "@blueprint/contract/audiences";
import type { PublishedScene } from "@blueprint/contract/published";
import { isSameValue } from "./object-record.ts";
import { freezeScene, toPublishedAnchor, toPublishedZone } from "./published-scene.ts";
import type { Scene } from "./read-scene.ts";
import { selectForAudience } from "./scene-audience.ts";

export type UnpublishedChange = "new" | "changed";

/**
 * Objects that an audience would see differently if the scene were published now, by id. What it does not see, such as
 * drafts, is not among them.
 */
export function findUnpublishedChanges(
  scene: Scene,
  published: PublishedScene,
  audience: Audience,
): ReadonlyMap<string, UnpublishedChange> {
  const selected = selectForAudience(scene, audience);
  const found = new Map<string, UnpublishedChange>();
  const note = <Value>(id: string, before: Value | undefined, isSame: (before: Value) => boolean) => {
    if (before === undefined) found.set(id, "new");
    else if (!isSame(before)) found.set(id, "changed");
  };
  // There may be thousands of them, and this is asked after every edit.
  const anchors = byId(published.anchors);
  for (const anchor of selected.anchors)
    note(anchor.id, anchors.get(anchor.id), (before) => isSameAs(anchor, before, toPublishedAnchor));
  const zones = byId(published.zones ?? []);
  for (const zone of selected.zones)
    note(zone.id, zones.get(zone.id), (before) => isSameAs(zone, before, toPublishedZone));

  const { tours = [], views = [], plans = [], floors = [] } = freezeScene({ ...selected, anchors: [], zones: [] });
  const old = byId([...(published.tours ?? []), ...(published.views ?? []), ...(published.plans ?? [])]);
  for (const object of [...tours, ...views, ...plans])
    note(object.id, old.get(object.id), (before) => isSameFrozen(object, before));
  const storeys = new Map((published.floors ?? []).map((floor) => [floor.storey, floor]));
  for (const floor of floors)
    note(String(floor.storey), storeys.get(floor.storey), (before) => isSameFrozen(floor, before));
  return found;
}

function byId<Value extends { readonly id: string }>(objects: readonly Value[]): ReadonlyMap<string, Value> {
  return new Map(objects.map((object) => [object.id, object]));
}

/** Unchanged objects keep their identity from scene to scene. */
const compared = new WeakMap<object, { readonly before: unknown; readonly isSame: boolean }>();

function isSameAs<Value extends object>(object: Value, before: unknown, freeze: (object: Value) => unknown): boolean {
  const known = compared.get(object);
  if (known !== undefined && known.before === before) return known.isSame;
  const isSame = isSameFrozen(freeze(object), before);
  compared.set(object, { before, isSame });
  return isSame;
}

// What was published went through JSON, which omits undefined values.
function isSameFrozen(now: unknown, before: unknown): boolean {
  return isSameValue(JSON.parse(JSON.stringify(now)), before);
}
