import type { Anchor } from "@blueprint/scene/anchor";
import type { Scene } from "@blueprint/scene/read-scene";
import type { ObjectRef, SceneKind } from "@blueprint/scene/scene-kinds";
import type { SceneChange } from "@blueprint/scene/scene-reader";
import { findObjectName } from "./object-names.ts";

/** Display name of an anchor. */
export function toAnchorName(anchor: Pick<Anchor, "title">): string {
  return anchor.title.trim() === "" ? "Unnamed anchor" : anchor.title;
}

const namedMax = 2;

/** Nouns for each kind of change; comments are announced where they are read. */
const nouns: Readonly<Record<Exclude<SceneKind, "threads">, readonly [one: string, many: string]>> = {
  anchors: ["anchor", "anchors"],
  zones: ["zone", "zones"],
  measurements: ["measurement", "measurements"],
  plans: ["plan", "plans"],
  tours: ["tour", "tours"],
  views: ["view", "views"],
  floors: ["storey", "storeys"],
  placements: ["scan", "scans"],
  groups: ["group", "groups"],
  volumes: ["volume", "volumes"],
};

/** Another person's change as a sentence for screen readers; null if nothing visible changed. */
export function describeChanges(
  before: Scene,
  { scene, added, changed, removed }: Pick<SceneChange, "scene" | "added" | "changed" | "removed">,
  who: string,
): string | null {
  const [then, now] = [createLookup(before), createLookup(scene)];
  const moved = changed.filter((ref) => isMove(then(ref), now(ref)));
  const isMoved = new Set(moved);
  const edited = changed.filter((ref) => !isMoved.has(ref) && isEdit(then(ref), now(ref)));
  const parts = [
    describeGroup("placed", added, scene),
    describeGroup("removed", removed, before),
    describeGroup("edited", edited, scene),
    describeGroup("moved", moved, scene),
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : `${who} ${parts.join(", ")}.`;
}

type Plain = Readonly<Record<string, unknown>>;

/** Fields that describe position; all others describe content. */
const positionFields: ReadonlySet<string> = new Set([
  "position",
  "normal",
  "points",
  "outer",
  "holes",
  "heights",
  "rotation",
  "floor",
  "yaw",
  "size",
]);
/** Bookkeeping fields that users never see. */
const unseen: ReadonlySet<string> = new Set(["order", "scanId", "isRepaired"]);

function isMove(before: Plain | null, after: Plain | null): boolean {
  const differing = listDifferences(before, after);
  return differing.length > 0 && differing.every((key) => positionFields.has(key));
}

function isEdit(before: Plain | null, after: Plain | null): boolean {
  return listDifferences(before, after).length > 0;
}

function listDifferences(before: Plain | null, after: Plain | null): string[] {
  if (before === null || after === null) return [];
  return Object.keys({ ...before, ...after }).filter(
    (key) => !unseen.has(key) && JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  );
}

/** Looks objects up by id: one change may move thousands. */
function createLookup(scene: Scene): (ref: ObjectRef) => Plain | null {
  const byKind = new Map<SceneKind, ReadonlyMap<string, unknown>>();
  return ({ kind, id }) => {
    const objects = byKind.get(kind) ?? new Map(scene[kind].map((object) => [object.id, object]));
    byKind.set(kind, objects);
    return (objects.get(id) as Plain | undefined) ?? null;
  };
}

function describeGroup(verb: string, refs: readonly ObjectRef[], scene: Scene): string | null {
  const told = refs.filter(({ kind }) => kind !== "threads");
  if (told.length === 0) return null;
  if (told.length <= namedMax) {
    return `${verb} ${told.map((ref) => findObjectName(scene, ref) ?? nouns[ref.kind as keyof typeof nouns][0]).join(" and ")}`;
  }
  const counts = new Map<keyof typeof nouns, number>();
  for (const { kind } of told)
    counts.set(kind as keyof typeof nouns, (counts.get(kind as keyof typeof nouns) ?? 0) + 1);
  return `${verb} ${[...counts].map(([kind, count]) => `${count} ${nouns[kind][count === 1 ? 0 : 1]}`).join(" and ")}`;
}
