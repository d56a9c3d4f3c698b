import type { TeamId } from "@blueprint/contract/ids";
import { type AnyColumn, and, eq, or, type SQL, sql } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { blueprints, blueprintVersions } from "../../db/schema/blueprints.ts";

function shows(scenes: AnyColumn, fileId: string): SQL {
  return sql`jsonb_path_exists(${scenes}, '$.**.fileId ? (@ == $file)', ${JSON.stringify({ file: fileId })}::jsonb)`;
}

function isCover(cover: AnyColumn, fileId: string): SQL {
  return sql`${cover} @> ${JSON.stringify({ kind: "file", id: fileId })}::jsonb`;
}

/** Whether the file is the current cover of one of the team's blueprints. */
export async function isFileCover(tx: Tx, teamId: TeamId, fileId: string): Promise<boolean> {
  const [found] = await tx
    .select({ id: blueprints.id })
    .from(blueprints)
    .where(and(eq(blueprints.teamId, teamId), isCover(blueprints.cover, fileId)))
    .limit(1);
  return found !== undefined;
}

/** Whether any version of the team's blueprints, served now or not, refers to the file. */
export async function isFileInVersion(tx: Tx, teamId: TeamId, fileId: string): Promise<boolean> {
  const [found] = await tx
    .select({ number: blueprintVersions.number })
    .from(blueprintVersions)
    .innerJoin(blueprints, eq(blueprints.id, blueprintVersions.blueprintId))
    .where(
      and(
        eq(blueprints.teamId, teamId),
        or(
          shows(blueprintVersions.scene, fileId),
          shows(blueprintVersions.audienceScenes, fileId),
          isCover(blueprintVersions.cover, fileId),
        ),
      ),
    )
    .limit(1);
  return found !== undefined;
}
