import type { BlueprintId } from "@blueprint/contract/ids";
import type { Tx } from "../../db/database.ts";
import { findStoredScene, lockSceneHistory } from "./scene.repository.ts";
import { findPackedSegment, listSegmentEnds, listUnpackedEdits } from "./scene-history.repository.ts";
import { unpackBytes } from "./segment-pack.ts";

const uuidPattern = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g;

export interface SceneReferences {
  /** Every UUID anywhere in it: those of anchors and users as well as files. */
  readonly ids: ReadonlySet<string>;
  /** Id of the last edit that was examined. */
  readonly throughUpdateId: number;
}

/** Nobody writes the document until the transaction ends. Lock it before its blueprint's rows, as its writers do. */
export function lockScene(tx: Tx, blueprintId: BlueprintId): Promise<void> {
  return lockSceneHistory(tx, blueprintId);
}

/**
 * Everything a document ever referred to, shown now or not: going back in its history must find it. Edits contain their
 * texts verbatim (Yjs, version 1 encoding), so their bytes are searched without building a document.
 * @param after the last edit that is known already; 0 to read all of them
 */
export async function readSceneReferences(tx: Tx, blueprintId: BlueprintId, after = 0): Promise<SceneReferences> {
  const { snapshot, throughUpdateId } = await findStoredScene(tx, blueprintId);
  const range = { after, through: Number.MAX_SAFE_INTEGER };
  // In this order: what is packed between the two statements is seen by both rather than by neither.
  const edits = await listUnpackedEdits(tx, blueprintId, range);
  const segments = await listSegmentEnds(tx, blueprintId, range);
  const ids = new Set<string>();
  const search = (bytes: Uint8Array) => {
    for (const [id] of Buffer.from(bytes).toString("latin1").matchAll(uuidPattern)) ids.add(id);
  };
  if (snapshot !== null && after === 0) search(snapshot);
  for (const { update } of edits) search(update);
  // One after another: together they may be many times the document's size.
  for (const segmentEnd of segments) {
    const packed = await findPackedSegment(tx, blueprintId, segmentEnd);
    if (packed !== null) search(await unpackBytes(packed));
  }
  return { ids, throughUpdateId };
}
