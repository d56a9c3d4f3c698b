import { type AnchorRow, type ImportProblem, readAnchorsCsv, readAnchorsJson } from "@blueprint/scene/anchor-exchange";
import { getObjects } from "@blueprint/scene/scene-document";
import { readZonesGeoJson, type ZoneRow } from "@blueprint/scene/zone-exchange";
import type * as Y from "yjs";
import { formatAmount } from "../../../lib/format.ts";

interface PlanFacts {
  readonly problems: readonly ImportProblem[];
  readonly addedCount: number;
  /** Objects whose id is already in the document. */
  readonly presentCount: number;
}

/** A preview of what an import would do. */
export type ImportPlan = PlanFacts &
  (
    | { readonly kind: "anchors"; readonly rows: readonly AnchorRow[] }
    | { readonly kind: "zones"; readonly rows: readonly ZoneRow[] }
  );

/** Detects a file's format from its content: GeoJSON, our JSON of anchors, or a table. @throws SceneInputError */
export function planImport(doc: Y.Doc, fileName: string, text: string): ImportPlan {
  const isJson = text.trimStart().startsWith("{");
  if (isJson && (/\.geojson$/i.test(fileName) || /"type"\s*:\s*"Feature/.test(text.slice(0, 20_000)))) {
    const { rows, problems } = readZonesGeoJson(doc, text);
    return { kind: "zones", rows, problems, ...count(doc, "zones", rows) };
  }
  const { rows, problems } = isJson ? readAnchorsJson(text) : readAnchorsCsv(text);
  return { kind: "anchors", rows, problems, ...count(doc, "anchors", rows) };
}

function count(doc: Y.Doc, kind: "anchors" | "zones", rows: readonly { readonly id: string | null }[]) {
  const objects = getObjects(doc, kind);
  const presentCount = rows.filter(({ id }) => id !== null && objects.has(id)).length;
  return { presentCount, addedCount: rows.length - presentCount };
}

/** A plan in words. */
export function describePlan({ addedCount, presentCount, problems }: ImportPlan): string {
  const parts = [
    addedCount > 0 ? formatAmount(addedCount, "new row") : "",
    presentCount > 0 ? `${formatAmount(presentCount, "row")} to update` : "",
    problems.length > 0 ? formatAmount(problems.length, "unreadable line") : "",
  ].filter((part) => part !== "");
  return parts.length === 0 ? "nothing to import" : parts.join(", ");
}
