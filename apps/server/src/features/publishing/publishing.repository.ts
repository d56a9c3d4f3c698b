import type { BlueprintId, TeamId } from "@blueprint/contract/ids";
import { and, desc, eq, sql } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { authUsers } from "../../db/schema/auth.ts";
import { blueprints, blueprintVersions } from "../../db/schema/blueprints.ts";
import type { TeamScope } from "../teams/teams.service.ts";

export type BlueprintVersionRow = typeof blueprintVersions.$inferSelect;

/** The caller holds the blueprint's row: the scope was checked there. */
export async function insertVersion(tx: Tx, version: typeof blueprintVersions.$inferInsert): Promise<void> {
  await tx.insert(blueprintVersions).values(version);
}

/** Newest first, without the scenes themselves. */
export async function listVersions(tx: Tx, scope: TeamScope, blueprintId: BlueprintId) {
  return await tx
    .select({
      number: blueprintVersions.number,
      publishedAt: blueprintVersions.publishedAt,
      publishedByName: authUsers.name,
      anchorCount: sql<number>`jsonb_array_length(${blueprintVersions.scene} -> 'anchors')`.mapWith(Number),
    })
    .from(blueprintVersions)
    .innerJoin(blueprints, eq(blueprints.id, blueprintVersions.blueprintId))
    .leftJoin(authUsers, eq(authUsers.id, blueprintVersions.publishedBy))
    .where(and(eq(blueprintVersions.blueprintId, blueprintId), eq(blueprints.teamId, scope.teamId)))
    .orderBy(desc(blueprintVersions.number));
}

/** Whether any version of the team's blueprints, served now or not, refers to a file of theirs. */
export async function isFileInVersion(tx: Tx, teamId: TeamId, fileId: string): Promise<boolean> {
  const [found] = await tx
    .select({ number: blueprintVersions.number })
    .from(blueprintVersions)
    .innerJoin(blueprints, eq(blueprints.id, blueprintVersions.blueprintId))
    .where(
      and(
        eq(blueprints.teamId, teamId),
        sql`jsonb_path_exists(${blueprintVersions.scene}, '$.**.fileId ? (@ == $file)', ${JSON.stringify({ file: fileId })}::jsonb)`,
      ),
    )
    .limit(1);
  return found !== undefined;
}

/** Without a scope on purpose: the caller has found out that this version is served to anybody. */
export async function findVersion(tx: Tx, blueprintId: string, number: number): Promise<BlueprintVersionRow | null> {
  const [row] = await tx
    .select()
    .from(blueprintVersions)
    .where(and(eq(blueprintVersions.blueprintId, blueprintId), eq(blueprintVersions.number, number)));
  return row ?? null;
}
