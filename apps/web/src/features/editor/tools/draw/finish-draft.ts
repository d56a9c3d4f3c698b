import { evaluateMeasurement, type Measurement } from "@blueprint/scene/measurement";
import { addObject, type ObjectValues } from "@blueprint/scene/object-operations";
import type { Point2 } from "@blueprint/scene/scene-field";
import { SceneInputError } from "@blueprint/scene/scene-input-error";
import type { ObjectRef } from "@blueprint/scene/scene-kinds";
import { toScale } from "@blueprint/scene/scene-settings";
import type { Vector3 } from "@blueprint/scene/vector";
import { addZone, addZoneHole, splitZone } from "@blueprint/scene/zone-operations";
import type * as Y from "yjs";
import { formatMeasured, toPickUncertainty } from "../../../viewer/viewer.ts";
import { type EditorRoom, mayEdit } from "../../commands/editor-command.ts";
import { chooseTool, selectObjects } from "../../editor.store.ts";
import { findStoreyAt } from "../../find-storey.ts";
import { findObjectName, measurementLabels } from "../../object-names.ts";
import { canFinish, closeBase, type Draft, type DraftTask, isBaseOpen, startDraft } from "./draft.ts";

const zoneHeightMetres = 2.5;

/** Adds a finished drawing to the document and selects it. If the scene refuses it, the drawing stays. */
export function finishDraft(room: EditorRoom, draft: Draft): void {
  const { connection, store, attempt } = room;
  if (!canFinish(draft)) return;
  if (isBaseOpen(draft)) {
    store.setState({ draft: closeBase(draft), hint: null });
    return;
  }
  if (draft.task.kind === "measure" && !mayEdit(room)) {
    readOut(room, draft, draft.task);
    return;
  }
  const made = attempt((doc) => writeDraft(doc, room, draft));
  if (made === null) return;
  if (draft.task.kind === "measure") {
    // Users tend to take several measurements in a row.
    selectObjects(store, made);
    store.setState({ draft: startDraft(draft.task) });
  } else {
    chooseTool(store, "select");
    selectObjects(store, made);
  }
  connection.announce(describeMade(room, draft.task, made));
}

/** Users without edit access see the result, but it isn't saved. */
function readOut(room: EditorRoom, draft: Draft, task: Extract<DraftTask, { kind: "measure" }>): void {
  const { connection, store } = room;
  const { settings } = connection.getState().scene;
  const measured = evaluateMeasurement(toMeasurement(room, draft, task), toScale(settings));
  const text = formatMeasured(measured, task.type, settings.units);
  store.setState({
    draft: startDraft(task),
    hint: `${measurementLabels[task.type]}: ${text}. Only you see it, and it isn't saved.`,
  });
  connection.announce(text);
}

/** Adds a zone from typed or drawn corners on a level in metres. @throws SceneInputError */
export function addDrawnZone(
  doc: Y.Doc,
  { connection, userId }: EditorRoom,
  corners: readonly Point2[],
  y: number,
): string {
  const { scene } = connection.getState();
  const id = crypto.randomUUID();
  const floor = findStoreyAt(scene, y);
  const height = scene.floors.find(({ storey }) => storey === floor)?.height ?? zoneHeightMetres;
  addZone(
    doc,
    id,
    { outer: corners, holes: [] },
    {
      name: nameNext(scene.zones.map(({ name }) => name)),
      type: "public",
      floor,
      heights: [y, y + height],
      createdBy: userId,
      createdAt: new Date().toISOString(),
    },
  );
  return id;
}

function writeDraft(doc: Y.Doc, room: EditorRoom, { task, points }: Draft): readonly ObjectRef[] {
  const corners = points.map(({ at }): Point2 => [round(at[0]), round(at[2])]);
  switch (task.kind) {
    case "zone":
      return [{ kind: "zones", id: addDrawnZone(doc, room, corners, round(points[0]!.at[1])) }];
    case "hole":
      addZoneHole(doc, task.zoneId, corners);
      return [{ kind: "zones", id: task.zoneId }];
    case "split": {
      const added = splitZone(doc, task.zoneId, [corners[0]!, corners[1]!], () => crypto.randomUUID());
      if (added?.length === 0) throw new SceneInputError("shape", "The line doesn't cross the zone.");
      return [task.zoneId, ...(added ?? [])].map((id) => ({ kind: "zones" as const, id }));
    }
    case "measure": {
      const id = crypto.randomUUID();
      addObject(doc, "measurements", id, toMeasurement(room, { points }, task));
      return [{ kind: "measurements", id }];
    }
  }
}

function toMeasurement(
  { connection, store, userId }: EditorRoom,
  { points }: Pick<Draft, "points">,
  { type }: Extract<DraftTask, { kind: "measure" }>,
): ObjectValues<"measurements"> & Pick<Measurement, "type" | "points" | "pointUncertainty"> {
  const { scanKinds } = store.getState();
  const scanId = points.find((point) => point.scanId !== null)?.scanId ?? null;
  return {
    type,
    points: points.map(({ at }): Vector3 => [round(at[0]), round(at[1]), round(at[2])]),
    // One uncertainty is kept for all points: the least certain one decides.
    pointUncertainty: Math.max(
      ...points.map((point) => toPickUncertainty(scanKinds.get(point.scanId ?? ""), point.errorM)),
    ),
    scanId,
    floor: findStoreyAt(connection.getState().scene, points[0]!.at[1]),
    createdBy: userId,
    createdAt: new Date().toISOString(),
  };
}

/** Returns "Zone 3" if zones 1 and 2 exist. */
function nameNext(names: readonly string[]): string {
  const numbers = names.map((name) => Number(/^Zone (\d+)$/.exec(name)?.[1] ?? 0));
  return `Zone ${Math.max(0, ...numbers) + 1}`;
}

function describeMade({ connection }: EditorRoom, task: DraftTask, made: readonly ObjectRef[]): string {
  const name = (made[0] && findObjectName(connection.getState().scene, made[0])) ?? "";
  switch (task.kind) {
    case "zone":
      return `${name} created and selected.`;
    case "hole":
      return `Hole cut in ${name}.`;
    case "split":
      return `${name} split into ${made.length} zones.`;
    case "measure":
      return `${name} created and selected.`;
  }
}

// Rounds to millimetres, a scan's resolution.
function round(metres: number): number {
  return Math.round(metres * 1_000) / 1_000;
}
