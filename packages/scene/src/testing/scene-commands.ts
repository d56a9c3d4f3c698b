import { anchorTypes } from "@blueprint/contract/anchor-values";
import fc from "fast-check";
import type * as Y from "yjs";
import { addAnchor, editAnchor, moveAnchor } from "../anchor-operations.ts";
import { addComment, addThread, removeComment, resolveThread } from "../comment-operations.ts";
import { copyObjects, pasteObjects } from "../copy-objects.ts";
import { addObject, arrangeObjects, editObject, removeObjects } from "../object-operations.ts";
import { editPlanPair } from "../plan-operations.ts";
import { readScene, type Scene } from "../read-scene.ts";
import { blockStyles } from "../rich-text.ts";
import type { Point2 } from "../scene-field.ts";
import { SceneInputError } from "../scene-input-error.ts";
import { type ObjectRef, sceneKindNames } from "../scene-kinds.ts";
import { calibrateByMeasurement, editSettings } from "../settings-operations.ts";
import { editTourStop, removeTourStop } from "../tour-operations.ts";
import { transformObjects } from "../transform-objects.ts";
import { addVolume } from "../volume-operations.ts";
import {
  addZone,
  addZoneHole,
  insertZoneVertex,
  mergeZones,
  moveZoneVertices,
  removeZoneVertex,
  setZoneOutline,
  splitZone,
} from "../zone-operations.ts";
import { buildAnchor } from "./build-anchor.ts";

/** One user action encoded as numbers, which are interpreted against the document's current content. */
export interface SceneCommand {
  readonly action: number;
  readonly target: number;
  readonly other: number;
  readonly x: number;
  readonly z: number;
}

const half = (value: number) => value / 2;

export const sceneCommand: fc.Arbitrary<SceneCommand> = fc.record({
  action: fc.nat(1_000),
  target: fc.nat(1_000),
  other: fc.nat(1_000),
  x: fc.integer({ min: -12, max: 12 }).map(half),
  z: fc.integer({ min: -12, max: 12 }).map(half),
});

type Action = (doc: Y.Doc, scene: Scene, command: SceneCommand, id: string) => unknown;

const pick = <T>(list: readonly T[], index: number): T | undefined => list[index % Math.max(list.length, 1)];

const square = ({ x, z }: SceneCommand): Point2[] => [
  [x, z],
  [x + 4, z],
  [x + 4, z + 3],
  [x, z + 3],
];

function pickRef(scene: Scene, { target, other }: SceneCommand): ObjectRef | undefined {
  const kind = pick(
    sceneKindNames.filter((name) => scene[name].length > 0),
    other,
  );
  const object = kind && pick(scene[kind] as readonly { readonly id: string }[], target);
  return kind && object && { kind, id: object.id };
}

const onZone =
  (act: (doc: Y.Doc, zone: Scene["zones"][number], command: SceneCommand, id: string) => unknown): Action =>
  (doc, scene, command, id) => {
    const zone = pick(scene.zones, command.target);
    return zone && act(doc, zone, command, id);
  };

const onCorner = (
  act: (doc: Y.Doc, zoneId: string, ringId: string, vertexId: string, command: SceneCommand) => unknown,
): Action =>
  onZone((doc, zone, command) => {
    const ring = pick([zone.outer, ...zone.holes], command.other)!;
    return act(doc, zone.id, ring.id, pick(ring.vertices, command.target + command.other)!.id, command);
  });

const actions: readonly Action[] = [
  (doc, _, { x, z, other }, id) =>
    addAnchor(
      doc,
      buildAnchor({ id, type: pick(anchorTypes, other)!, position: [x, 1, z], text: "Ten words about a lamp." }),
    ),
  (doc, scene, { target, x, z }) => moveAnchor(doc, pick(scene.anchors, target)?.id ?? "none", { position: [x, 1, z] }),
  (doc, scene, { target, other, x }) => {
    const anchor = pick(scene.anchors, target);
    if (anchor === undefined) return;
    const at = other % (anchor.text.length + 1);
    const text = `${anchor.text.slice(0, at)}${"é🙂 x".slice(0, other % 5)}${anchor.text.slice(at + Math.abs(x))}`;
    return editAnchor(doc, anchor.id, { text, [`title@${other % 2 === 0 ? "de" : "fr"}`]: text.slice(0, 20) });
  },
  (doc, scene, { target, other }) => {
    const anchor = pick(scene.anchors, target);
    const blocks = anchor?.body.map((block) => ({
      ...block,
      style: pick([...blockStyles, "paragraph" as const], other)!,
    }));
    return anchor && editAnchor(doc, anchor.id, { text: blocks ?? [] });
  },
  (doc, _, command, id) => addZone(doc, id, { outer: square(command), holes: [] }, { name: id, heights: [0, 3] }),
  onCorner((doc, zoneId, ringId, vertexId, { x, z }) =>
    moveZoneVertices(doc, zoneId, [{ ringId, vertexId, at: [x, z] }]),
  ),
  onCorner((doc, zoneId, ringId, vertexId, { x, z }) => insertZoneVertex(doc, zoneId, ringId, vertexId, [x, z])),
  onCorner((doc, zoneId, ringId, vertexId) => removeZoneVertex(doc, zoneId, ringId, vertexId)),
  onZone((doc, zone, { x, z }) =>
    addZoneHole(doc, zone.id, [
      [x, z],
      [x + 1, z],
      [x, z + 1],
    ]),
  ),
  onZone((doc, zone, command) => setZoneOutline(doc, zone.id, { outer: square(command), holes: [] })),
  onZone((doc, zone, { x, z }, id) =>
    splitZone(
      doc,
      zone.id,
      [
        [x, z],
        [x + 1, z + 2],
      ],
      () => id,
    ),
  ),
  (doc, scene, { target, other }) => {
    const ids = [pick(scene.zones, target)?.id, pick(scene.zones, other)?.id];
    return mergeZones(
      doc,
      ids.filter((id) => id !== undefined),
    );
  },
  (doc, _, { x }, id) => addObject(doc, "groups", id, { name: `Group ${x}` }),
  (doc, scene, command) => {
    const ref = pickRef(scene, command);
    const group = pick([null, ...scene.groups.map(({ id }) => id)], command.target) ?? null;
    const before = ref && pick(scene[ref.kind] as readonly { readonly id: string }[], command.other);
    return ref && arrangeObjects(doc, ref.kind, [ref.id], { beforeId: before?.id ?? null, group });
  },
  (doc, _, { x, z }, id) =>
    addObject(doc, "measurements", id, {
      type: "distance",
      points: [
        [x, 0, z],
        [x + 1, 0, z],
      ],
    }),
  (doc, scene, { target, x }) =>
    calibrateByMeasurement(doc, pick(scene.measurements, target)?.id ?? "none", {
      metres: Math.abs(x) + 1,
      uncertainty: 0.01,
    }),
  (doc, _, __, id) => addObject(doc, "tours", id, { name: "Tour" }),
  (doc, scene, { target, other }, id) => {
    const [tour, anchor] = [pick(scene.tours, target), pick(scene.anchors, other)];
    return tour && anchor && editTourStop(doc, tour.id, id, { anchorId: anchor.id, narration: "Look." });
  },
  (doc, scene, { target, other }, id) => {
    const [tour, zone] = [pick(scene.tours, target), pick(scene.zones, other)];
    return tour && zone && editTourStop(doc, tour.id, id, { zoneId: zone.id });
  },
  (doc, scene, { target, other }) => {
    const tour = pick(scene.tours, target);
    const stop = tour && pick(tour.stops, other);
    return stop && removeTourStop(doc, tour.id, stop.id);
  },
  (doc, _, __, id) => addObject(doc, "plans", id, { name: "Plan" }),
  (doc, scene, { target, other, x, z }) => {
    const plan = pick(scene.plans, target);
    return plan && editPlanPair(doc, plan.id, String(other % 4), { image: [other, target], world: [x, z] });
  },
  (doc, _, { x, z }, id) =>
    addThread(doc, id, { position: [x, 0, z] }, { id: "1", author: "ada", at: "2026-01-01", text: "Hm?" }),
  (doc, scene, { target }, id) => {
    const thread = pick(scene.threads, target);
    return thread && addComment(doc, thread.id, { id, author: "ben", at: "2026-01-02", text: "Yes." });
  },
  (doc, scene, { target, other }) => {
    const thread = pick(scene.threads, target);
    const comment = thread && pick(thread.comments, other);
    if (thread === undefined || comment === undefined) return;
    return other % 2 === 0
      ? removeComment(doc, thread.id, comment.id)
      : resolveThread(doc, thread.id, { by: "ada", at: "2026-01-03" });
  },
  (doc, _, { x }) => addObject(doc, "floors", String(Math.round(x)), { name: "Floor" }),
  (doc, _, { x, z }, id) => addObject(doc, "views", id, { position: [x, 1, z], target: [0, 0, 0], hidden: [id] }),
  (doc, scene, { target, x }) => {
    const placed = pick(scene.placements, target);
    return placed
      ? editObject(doc, "placements", placed.id, { scale: Math.abs(x) + 0.5 })
      : addObject(doc, "placements", "scan", {});
  },
  (doc, { volumes }, { target, x, z }, id) => {
    const volume = pick(volumes, target);
    return volume
      ? editObject(doc, "volumes", volume.id, { position: [x, 1, z] })
      : addVolume(doc, id, { scanId: "scan", effect: x > 0 ? "crop" : "erase", position: [x, 0, z], size: [2, 2, 2] });
  },
  (doc, _, { x }) => editSettings(doc, { northDegrees: x, units: x > 0 ? "metric" : "imperial" }),
  (doc, scene, command) => {
    const ref = pickRef(scene, command);
    return ref && removeObjects(doc, [ref]);
  },
  (doc, scene, command) => {
    const ref = pickRef(scene, command);
    const move = { shift: [command.x / 4, 0, 0], turn: command.z / 3, scale: 1.1, pivot: [1, 0, 1] } as const;
    return ref && transformObjects(doc, [ref], move);
  },
  (doc, scene, command, id) => {
    const ref = pickRef(scene, command);
    let count = 0;
    const createId = () => {
      count += 1;
      return `${id}-${count}`;
    };
    return ref && pasteObjects(doc, copyObjects(doc, [ref]), { createId, author: { userId: "ada", at: "2026-01-01" } });
  },
];

/** Runs a command; invalid input is refused as it would be for a person. */
export function runCommand(doc: Y.Doc, command: SceneCommand, id: string): void {
  try {
    pick(actions, command.action)!(doc, readScene(doc), command, id);
  } catch (error) {
    if (!(error instanceof SceneInputError)) throw error;
  }
}
