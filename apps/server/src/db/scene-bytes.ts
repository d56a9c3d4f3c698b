import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { sceneKeyframes, sceneSegments, sceneSizes, sceneSnapshots } from "./schema/scene.ts";

/**
 * Stored bytes of a blueprint's document and its history: raw and packed edits, plus the snapshots used to open it and
 * to look back. Edits are counted as they are stored and packed ones subtracted, so this reads some dozens of rows
 * however long the history.
 */
export function sceneBytes(blueprintId: SQLWrapper): SQL<string> {
  return sql<string>`(
    coalesce((select ${sceneSizes.editBytes} from ${sceneSizes} where ${sceneSizes.blueprintId} = ${blueprintId}), 0)
    + coalesce((select sum(octet_length(${sceneSegments.packed}) - ${sceneSegments.updateBytes}) from ${sceneSegments}
        where ${sceneSegments.blueprintId} = ${blueprintId}), 0)
    + coalesce((select sum(octet_length(${sceneKeyframes.packed})) from ${sceneKeyframes}
        where ${sceneKeyframes.blueprintId} = ${blueprintId}), 0)
    + coalesce((select octet_length(${sceneSnapshots.state}) from ${sceneSnapshots}
        where ${sceneSnapshots.blueprintId} = ${blueprintId}), 0))`;
}
