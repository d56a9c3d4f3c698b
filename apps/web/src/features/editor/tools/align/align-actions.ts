import { movePlacement, type PlacementMove } from "@blueprint/scene/move-placement";
import { addObject, editObject } from "@blueprint/scene/object-operations";
import { editPlanPair } from "@blueprint/scene/plan-operations";
import type { Scene } from "@blueprint/scene/read-scene";
import type { Point2 } from "@blueprint/scene/scene-field";
import type { SpaceSimilarity } from "@blueprint/scene/similarity";
import type * as Y from "yjs";
import type { EditorRoom } from "../../commands/editor-command.ts";
import { type EditorState, selectObjects } from "../../editor.store.ts";
import { toPlanName } from "../../object-names.ts";
import type { StagePoint } from "../tool-stage.ts";
import { addScanPick, fitScan, type ScanPickProblem } from "./align-task.ts";

const problemWords: Readonly<Record<ScanPickProblem, string>> = {
  "other-scan-first": "That isn't on the scan you're placing. Pick a point on it first.",
  "same-scan-again": "That's the same scan. Pick the matching point in another scan.",
  "too-many-pairs": "You can use up to twelve pairs. Remove one first.",
};

/** Handles a pick in the place while a plan or scan is being aligned. */
export function pickForAlign(room: EditorRoom, hit: StagePoint | null): void {
  const { store } = room;
  const { align } = store.getState();
  if (align === null) return;
  if (hit === null) {
    store.setState({ hint: "No surface there. Turn the view or move closer, then try again." });
    return;
  }
  if (align.kind === "plan") {
    if (align.picked === null) {
      store.setState({ hint: "Pick the point on the plan first." });
      return;
    }
    addPlanPair(room, align.planId, align.picked, [round(hit.point[0]), round(hit.point[2])]);
    store.setState({ align: { ...align, picked: null }, hint: null });
    return;
  }
  const added = addScanPick(align, hit, readPlacement(room, align.scanId));
  store.setState({ align: added.task, hint: added.problem === null ? null : problemWords[added.problem] });
  if (added.task.pairs.length > align.pairs.length) applyScanPairs(room);
}

/** A scan's placement: the document's, or else its own. */
export function findPlacement(
  { placements }: Pick<Scene, "placements">,
  { ownPlacements }: Pick<EditorState, "ownPlacements">,
  scanId: string,
): SpaceSimilarity {
  const placement = placements.find(({ id }) => id === scanId);
  return placement ?? ownPlacements.get(scanId) ?? { position: [0, 0, 0], rotation: [0, 0, 0, 1], scale: 1 };
}

function readPlacement(
  { connection, store }: Pick<EditorRoom, "connection" | "store">,
  scanId: string,
): SpaceSimilarity {
  return findPlacement(connection.getState().scene, store.getState(), scanId);
}

/** Moves a scan from its placement. @throws SceneInputError when it would end up at an invalid place */
export function moveScan(
  doc: Y.Doc,
  room: Pick<EditorRoom, "connection" | "store" | "userId">,
  scanId: string,
  move: PlacementMove,
): void {
  writePlacement(doc, room, scanId, movePlacement(readPlacement(room, scanId), move));
}

/** Saves the placement that the pairs give for the scan. */
export function applyScanPairs(room: EditorRoom): void {
  const { store, connection, attempt } = room;
  const { align } = store.getState();
  if (align?.kind !== "scan") return;
  const fitted = fitScan(align.pairs, readPlacement(room, align.scanId).rotation);
  if (fitted === null) return;
  if (attempt((doc) => writePlacement(doc, room, align.scanId, fitted.similarity)) === null) return;
  connection.announce(`Scan placed with ${align.pairs.length} pairs, off by ${fitted.rms.toFixed(2)} metres.`);
}

/** Writes a scan's placement. @throws SceneInputError */
export function writePlacement(
  doc: Y.Doc,
  { connection, userId }: Pick<EditorRoom, "connection" | "userId">,
  scanId: string,
  { position, rotation, scale }: SpaceSimilarity,
): void {
  const values = { position: [...position] as [number, number, number], rotation, scale };
  if (connection.getState().scene.placements.some(({ id }) => id === scanId)) {
    editObject(doc, "placements", scanId, values);
  } else {
    addObject(doc, "placements", scanId, { ...values, createdBy: userId, createdAt: new Date().toISOString() });
  }
}

function addPlanPair({ connection, attempt }: EditorRoom, planId: string, image: Point2, world: Point2): void {
  if (attempt((doc) => editPlanPair(doc, planId, crypto.randomUUID(), { image, world })) === null) return;
  const plan = connection.getState().scene.plans.find(({ id }) => id === planId);
  if (plan === undefined) return;
  const error = plan.placement === null ? "" : `, off by ${plan.placement.rms.toFixed(2)} metres`;
  connection.announce(`${toPlanName(plan)} has ${plan.pairs.length} pairs${error}.`);
}

/** Adds a plan from a scan's delivery to a storey: its pixels are centimetres of its own sheet. */
export function addPlan(
  { store, userId, attempt }: EditorRoom,
  source: {
    readonly name: string;
    readonly scanId: string;
    readonly page: number;
    readonly widthMetres: number;
    readonly heightMetres: number;
    readonly floor: number;
  },
): void {
  const id = crypto.randomUUID();
  const added = attempt((doc) =>
    addObject(doc, "plans", id, {
      name: source.name,
      scanId: source.scanId,
      page: source.page,
      widthPixels: Math.max(1, Math.round(source.widthMetres * planPixelsPerMetre)),
      heightPixels: Math.max(1, Math.round(source.heightMetres * planPixelsPerMetre)),
      floor: source.floor,
      createdBy: userId,
      createdAt: new Date().toISOString(),
    }),
  );
  if (added === null) return;
  selectObjects(store, [{ kind: "plans", id }]);
  startPlan({ store }, id);
}

/** Starts aligning a plan: a click on it and one in the place make a pair. */
export function startPlan({ store }: Pick<EditorRoom, "store">, planId: string): void {
  store.setState({ tool: "align", align: { kind: "plan", planId, picked: null }, draft: null, hint: null });
}

export function startScan({ store }: Pick<EditorRoom, "store">, scanId: string): void {
  store.setState({ tool: "align", align: { kind: "scan", scanId, pairs: [], picked: null }, draft: null, hint: null });
}

export const planPixelsPerMetre = 100;

function round(metres: number): number {
  return Math.round(metres * 1_000) / 1_000;
}
