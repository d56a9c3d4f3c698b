import { evaluateMeasurement } from "@blueprint/scene/measurement";
import type { Scene } from "@blueprint/scene/read-scene";
import type { ObjectRef } from "@blueprint/scene/scene-kinds";
import { toScale } from "@blueprint/scene/scene-settings";
import { toStoreyName } from "@blueprint/scene/storey";
import { getZoneArea } from "@blueprint/scene/zone-geometry";
import { formatAmount } from "../../../lib/format.ts";
import { formatLengthIn, formatMeasured, toZoneColour } from "../../viewer/viewer.ts";
import { nameSubject } from "../comments/comment-subject.ts";
import { findObjectName, toMeasurementName, toPlanName, toThreadName, toZoneName } from "../object-names.ts";
import { type OutlineRow, toOutlineRows } from "./outline-rows.ts";

/** A row of the whole tree: anchors and groups, section heads and every other object. */
export type TreeRow =
  | OutlineRow
  | {
      readonly type: "section";
      readonly key: string;
      readonly level: number;
      readonly name: string;
      readonly isOpen: boolean;
      readonly count: number;
    }
  | ObjectRow
  | ScanRow;

interface ObjectRow {
  readonly type: "object";
  readonly ref: ObjectRef;
  readonly level: number;
  readonly name: string;
  readonly detail: string;
  readonly colour: string | null;
}

interface ScanRow {
  readonly type: "scan";
  readonly scanId: string;
  readonly level: number;
  readonly name: string;
  readonly detail: string;
}

/** A scan as the outline lists it. */
export interface OutlineScan {
  readonly id: string;
  readonly name: string;
  /** Its kind, in words. */
  readonly detail: string;
}

/** Unique key of a row. */
export function toRowKey(row: TreeRow): string {
  if (row.type === "section") return row.key;
  return row.type === "scan" ? `scan:${row.scanId}` : row.ref.id;
}

/**
 * Everything in a blueprint as visible rows, by kind; collapsed ones without their content. A search lists its results
 * flat, whatever is collapsed.
 */
export function listTreeRows(
  scene: Scene,
  scans: readonly OutlineScan[],
  closed: ReadonlySet<string>,
  search: string,
): TreeRow[] {
  const words = search.toLocaleLowerCase().split(/\s+/u).filter(Boolean);
  const isSearching = words.length > 0;
  const anchorRows = toOutlineRows(scene, closed, search);
  const sections: { key: string; name: string; count: number; rows: readonly TreeRow[] }[] = [
    toSection("floors", "Storeys", listStoreyRows(scene)),
    toSection("zones", "Zones", listZones(scene)),
    { key: "section:anchors", name: "Anchors", count: scene.anchors.length, rows: anchorRows },
    toSection(
      "scans",
      "Scans",
      scans.map(({ id, name, detail }): ScanRow => ({ type: "scan", scanId: id, level: 1, name, detail })),
    ),
    toSection(
      "views",
      "Views",
      listNamed(scene, "views", ({ id, audiences }) =>
        [...(id === scene.settings.startViewId ? ["start"] : []), ...audiences].join(", "),
      ),
    ),
    toSection(
      "tours",
      "Tours",
      listNamed(
        scene,
        "tours",
        ({ stops, state }) => `${formatAmount(stops.length, "stop")}${state === "draft" ? ", draft" : ""}`,
      ),
    ),
    toSection("measurements", "Measurements", listMeasurements(scene)),
    toSection("plans", "Plans", listPlans(scene)),
    toSection("comments", "Open comments", listThreads(scene)),
  ];
  if (isSearching) {
    const isFound = ({ name }: TreeRow) => words.every((word) => name.toLocaleLowerCase().includes(word));
    return sections.flatMap(({ rows }) => (rows === anchorRows ? rows : rows.filter(isFound)));
  }
  return sections.flatMap(({ key, name, count, rows }): TreeRow[] => {
    if (rows.length === 0 && key !== "section:anchors") return [];
    const isOpen = !closed.has(key);
    const head: TreeRow = { type: "section", key, level: 1, name, isOpen, count };
    return isOpen ? [head, ...rows.map((row) => ({ ...row, level: row.level + 1 }))] : [head];
  });
}

function toSection(key: string, name: string, rows: readonly TreeRow[]) {
  return { key: `section:${key}`, name, count: rows.length, rows };
}

function toRow(
  kind: ObjectRef["kind"],
  id: string,
  name: string,
  detail: string,
  colour: string | null = null,
): ObjectRow {
  return { type: "object", ref: { kind, id }, level: 1, name, detail, colour };
}

function listStoreyRows({ floors, settings }: Scene): ObjectRow[] {
  return floors
    .toSorted((one, other) => one.storey - other.storey)
    .map((storey) => {
      const detail = storey.elevation === null ? "" : formatLengthIn(storey.elevation, settings.units);
      return toRow("floors", storey.id, toStoreyName(storey), detail);
    });
}

function listZones({ zones, settings }: Scene): ObjectRow[] {
  const scale = toScale(settings);
  return zones.map((zone) => {
    const area = { value: getZoneArea(zone, scale), uncertainty: 0 };
    return toRow(
      "zones",
      zone.id,
      toZoneName(zone),
      formatMeasured(area, "area", settings.units, { withUncertainty: false }),
      toZoneColour(zone),
    );
  });
}

function listNamed<Kind extends "views" | "tours">(
  scene: Scene,
  kind: Kind,
  describe: (object: Scene[Kind][number]) => string,
): ObjectRow[] {
  return (scene[kind] as readonly Scene[Kind][number][]).map((object) =>
    toRow(kind, object.id, findObjectName(scene, { kind, id: object.id }) ?? "", describe(object)),
  );
}

function listMeasurements({ measurements, settings }: Scene): ObjectRow[] {
  const scale = toScale(settings);
  return measurements.map((measurement) => {
    const value = evaluateMeasurement(measurement, scale);
    const detail = formatMeasured(value, measurement.type, settings.units, { withUncertainty: false });
    return toRow("measurements", measurement.id, toMeasurementName(measurement), detail);
  });
}

function listPlans({ plans }: Scene): ObjectRow[] {
  return plans.map((plan) =>
    toRow("plans", plan.id, toPlanName(plan), plan.placement === null ? "not placed" : "placed"),
  );
}

function listThreads(scene: Scene): ObjectRow[] {
  return scene.threads
    .filter(({ resolvedAt }) => resolvedAt === "")
    .map((thread) =>
      toRow("threads", thread.id, toThreadName(thread), thread.target === "point" ? "" : nameSubject(scene, thread)),
    );
}
