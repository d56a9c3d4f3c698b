import type { Audience } from "@blueprint/contract/audiences";
import type { BlueprintId } from "@blueprint/contract/ids";
import type { PublishedScene } from "@blueprint/contract/published";
import { and, desc, eq, getTableColumns, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { authUsers } from "../../db/schema/auth.ts";
import { blueprints, blueprintVersions } from "../../db/schema/blueprints.ts";
import type { TeamScope } from "../../platform/http/scope.ts";

type BlueprintVersionRow = typeof blueprintVersions.$inferSelect;

/** The caller holds the blueprint's row lock, and has checked the scope. */
export async function insertVersion(tx: Tx, version: typeof blueprintVersions.$inferInsert): Promise<void> {
  await tx.insert(blueprintVersions).values(version);
}

/** Newest first, optionally only those before a number, without their scenes. */
export async function listVersions(
  tx: Tx,
  scope: TeamScope,
  blueprintId: BlueprintId,
  { before, limit }: { before: number | undefined; limit: number },
) {
  const isWanted = before === undefined ? undefined : lt(blueprintVersions.number, before);
  return await tx
    .select({
      number: blueprintVersions.number,
      publishedAt: blueprintVersions.publishedAt,
      publishedByName: authUsers.name,
      anchorCount: blueprintVersions.anchorCount,
    })
    .from(blueprintVersions)
    .innerJoin(blueprints, eq(blueprints.id, blueprintVersions.blueprintId))
    .leftJoin(authUsers, eq(authUsers.id, blueprintVersions.publishedBy))
    .where(and(eq(blueprintVersions.blueprintId, blueprintId), eq(blueprints.teamId, scope.teamId), isWanted))
    .orderBy(desc(blueprintVersions.number))
    .limit(limit);
}

/** A frozen version with the scene of one audience: other audiences' scenes never leave the database. */
export type ServedVersion = Omit<
  BlueprintVersionRow,
  "audienceScenes" | "city" | "guideInstructions" | "guideVoice" | "guideLanguages" | "otherWords"
>;

/** Unscoped on purpose: the caller has checked that the visitor belongs to the audience. */
export async function findVersion(
  tx: Tx,
  blueprintId: string,
  number: number,
  audience: Audience,
): Promise<ServedVersion | null> {
  const {
    audienceScenes,
    city: _,
    guideInstructions: __,
    guideVoice: ___,
    guideLanguages: ____,
    otherWords: _____,
    scene,
    ...columns
  } = getTableColumns(blueprintVersions);
  const seen = sql`coalesce(${audienceScenes} -> ${audience}::text, ${scene})`.mapWith(scene);
  const [row] = await tx
    .select({ ...columns, scene: audience === "visitor" ? scene : (seen as SQL<PublishedScene>) })
    .from(blueprintVersions)
    .where(and(eq(blueprintVersions.blueprintId, blueprintId), eq(blueprintVersions.number, number)));
  return row ?? null;
}

/** How the guide should speak; each is empty if not set. */
export type GuideManner = Pick<BlueprintVersionRow, "guideInstructions" | "guideVoice" | "guideLanguages">;

/** How the guide of a version should speak. Unscoped, as above. */
export async function findGuideManner(tx: Tx, blueprintId: string, number: number): Promise<GuideManner> {
  const { guideInstructions, guideVoice, guideLanguages } = blueprintVersions;
  const [row] = await tx
    .select({ guideInstructions, guideVoice, guideLanguages })
    .from(blueprintVersions)
    .where(and(eq(blueprintVersions.blueprintId, blueprintId), eq(blueprintVersions.number, number)));
  return row ?? { guideInstructions: "", guideVoice: "", guideLanguages: "" };
}

/**
 * Every file that a version shows to any audience: folders of converted scans, and files of its team. Unscoped, as
 * above.
 */
export async function listServedFiles(
  tx: Tx,
  blueprintId: string,
  number: number,
): Promise<{ deliveryPrefixes: string[]; fileIds: string[] }> {
  const { scene, audienceScenes, scans, cover } = blueprintVersions;
  const [row] = await tx
    .select({
      deliveryPrefixes: sql<string[]>`array(
        select jsonb_array_elements(${scans}) ->> 'deliveryPrefix'
        union select jsonb_path_query(${scans}, '$[*].formerPrefixes[*]') #>> '{}')`,
      fileIds: sql<string[]>`array(
        select jsonb_path_query(${scene}, '$.**.fileId') #>> '{}'
        union select jsonb_path_query(${audienceScenes}, '$.**.fileId') #>> '{}')`,
      cover,
    })
    .from(blueprintVersions)
    .where(and(eq(blueprintVersions.blueprintId, blueprintId), eq(blueprintVersions.number, number)));
  if (row === undefined) return { deliveryPrefixes: [], fileIds: [] };
  const ownCover = row.cover?.kind === "file" ? [row.cover.id] : [];
  return { deliveryPrefixes: row.deliveryPrefixes, fileIds: [...row.fileIds, ...ownCover] };
}

/** Locations of public places whose city wasn't sought yet: an earlier release published them. Unscoped, as above. */
export async function listPlacesWithoutCity(tx: Tx, limit: number) {
  const { blueprintId, number, latitude, longitude, city } = blueprintVersions;
  return await tx
    .select({ blueprintId, number, latitude, longitude })
    .from(blueprintVersions)
    .innerJoin(blueprints, and(eq(blueprints.id, blueprintId), eq(blueprints.publishedVersion, number)))
    .where(and(eq(blueprints.visibility, "public"), isNull(city)))
    .limit(limit);
}

/** Unscoped, as above. */
export async function setCity(tx: Tx, blueprintId: string, number: number, city: string): Promise<void> {
  await tx
    .update(blueprintVersions)
    .set({ city })
    .where(and(eq(blueprintVersions.blueprintId, blueprintId), eq(blueprintVersions.number, number)));
}
