import type { ClaimState, Cover } from "@blueprint/contract/blueprint-details";
import type { Blueprint, BlueprintState, Place } from "@blueprint/contract/blueprints";
import type { BlueprintId, TeamId } from "@blueprint/contract/ids";
import { limits } from "@blueprint/contract/limits";
import type { OpeningHours, VenueFact } from "@blueprint/contract/opening-hours";
import type { Permission } from "@blueprint/contract/roles";
import type { Industry } from "@blueprint/contract/users";
import type { Tx } from "../../db/database.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import { recordEvent } from "../../platform/events/record-event.ts";
import type { Actor } from "../../platform/http/actor.ts";
import { toCapabilityHour } from "../../platform/http/capability.ts";
import type { BlueprintScope, TeamScope } from "../../platform/http/scope.ts";
import { type PageCursor, readPageCursor, toPage } from "../../platform/page-cursor.ts";
import type { Answered } from "../../platform/read-path/answer-memory.ts";
import { requireTeamPermission } from "../teams/teams.service.ts";
import { requireCover } from "./blueprint-cover.service.ts";
import {
  type BlueprintFilter,
  countBlueprints,
  listBlueprints as listBlueprintRows,
  listTags,
  readPageRevision,
} from "./blueprint-lists.repository.ts";
import {
  type BlueprintRow,
  findBlueprintUnchecked,
  findRevisionUnchecked,
  findServedRowById,
  findServedRowBySlug,
  insertBlueprint,
  lockBlueprintRow,
  type ScanSummary,
  summariseScans,
  toRevision,
  updateBlueprint as updateBlueprintRow,
  updateClaimState,
  type VersionedBlueprintRow,
} from "./blueprints.repository.ts";
import { toFileUrl, toMediaUrl, toTeamReader } from "./file-addresses.service.ts";
import { toSlug } from "./slug.ts";

export type { BlueprintRow };

const slugRandomCharacters = 6;
export const binKeptMs = limits.binKeptDays * 24 * 3_600_000;

/** Guards everything inside a blueprint. @throws AppError `not-found` or `forbidden` */
export async function requireBlueprintScope(
  tx: Tx,
  actor: Actor,
  blueprintId: BlueprintId,
  permission: Permission,
): Promise<BlueprintScope> {
  const found = await findRevisionUnchecked(tx, blueprintId);
  if (found === null) throw new AppError("not-found");
  const scope = await requireTeamPermission(tx, actor, found.teamId as TeamId, permission);
  return { ...scope, blueprintId, revision: found.revision };
}

/** @throws AppError not-found for a blueprint of another team, also if it has moved there since the check */
export async function readBlueprint(tx: Tx, scope: TeamScope, id: BlueprintId): Promise<VersionedBlueprintRow> {
  const blueprint = await findBlueprint(tx, scope, id);
  if (blueprint === null) throw new AppError("not-found");
  return blueprint;
}

/** Null for a blueprint of another team. */
export async function findBlueprint(
  tx: Tx,
  { teamId }: TeamScope,
  id: BlueprintId,
): Promise<VersionedBlueprintRow | null> {
  const blueprint = await findBlueprintUnchecked(tx, id);
  return blueprint?.teamId === teamId ? blueprint : null;
}

/** The blueprint being served now; the caller checks its visibility. */
export function findServedBySlug(tx: Tx, slug: string, now: Date): Promise<BlueprintRow | null> {
  return findServedRowBySlug(tx, slug, now);
}

/** The same by id. */
export function findServedById(tx: Tx, id: string, now: Date): Promise<BlueprintRow | null> {
  return findServedRowById(tx, id, now);
}

/** Locks it until the transaction ends; null when it is not the team's any more. */
export function lockBlueprint(tx: Tx, scope: TeamScope, id: BlueprintId): Promise<BlueprintRow | null> {
  return lockBlueprintRow(tx, scope, id);
}

/** The same, for callers that can do nothing without it. @throws AppError not-found */
export async function requireLockedBlueprint(tx: Tx, scope: TeamScope, id: BlueprintId): Promise<BlueprintRow> {
  const blueprint = await lockBlueprint(tx, scope, id);
  if (blueprint === null) throw new AppError("not-found");
  return blueprint;
}

/** Changes a locked blueprint. */
export async function changeLockedBlueprint(
  tx: Tx,
  scope: TeamScope,
  id: BlueprintId,
  change: Parameters<typeof updateBlueprintRow>[3],
  now: Date,
): Promise<BlueprintRow> {
  return requireStillThere(await updateBlueprintRow(tx, scope, id, change, now));
}

/** For operators, who decide on visitors' claims. */
export function changeClaimState(tx: Tx, slug: string, to: ClaimState, from: ClaimState[]): Promise<void> {
  return updateClaimState(tx, slug, to, from);
}

/** Whether visitors without an account may enter, by the link alone or with a password. */
export function isForVisitors({ visibility }: Pick<BlueprintRow, "visibility">): boolean {
  return visibility !== "private" && visibility !== "team";
}

export interface BlueprintRequest {
  name: string;
  industry: Industry;
  description?: string | undefined;
  place?: Place | undefined;
  tags?: string[] | undefined;
  timeZone?: string | null | undefined;
  placeId?: string | null | undefined;
  floorAreaSquareMetres?: number | null | undefined;
  openingHours?: OpeningHours | null | undefined;
  facts?: VenueFact[] | undefined;
}

export async function createBlueprint(
  context: AppContext,
  actor: Actor,
  scope: TeamScope,
  request: BlueprintRequest,
): Promise<Blueprint> {
  return await context.db.transaction(async (tx) => {
    const row = await insertBlueprint(tx, scope, {
      id: context.ids.uuid() as BlueprintId,
      slug: toSlug(request.name, randomSlugPart(context)),
      name: request.name,
      industry: request.industry,
      description: request.description ?? "",
      address: request.place?.address ?? "",
      latitude: request.place?.latitude ?? null,
      longitude: request.place?.longitude ?? null,
      tags: request.tags ?? [],
      timeZone: request.timeZone ?? null,
      placeId: request.placeId ?? null,
      floorAreaSquareMetres: request.floorAreaSquareMetres ?? null,
      openingHours: request.openingHours ?? null,
      facts: request.facts ?? [],
      createdBy: actor.userId,
      now: context.clock.now(),
    });
    const subject = { id: row.id, name: row.name };
    await recordEvent(tx, context, { actor, teamId: scope.teamId, type: "blueprint.created", subject });
    return toBlueprint(context, scope, row, undefined);
  });
}

function randomSlugPart(context: AppContext): string {
  return context.ids
    .token()
    .replace(/[^a-zA-Z0-9]/g, "")
    .toLowerCase()
    .slice(0, slugRandomCharacters);
}

export async function getBlueprint(context: AppContext, scope: BlueprintScope): Promise<Answered<Blueprint>> {
  const { db, answers } = context;
  const known = answers.find(toMadeFrom(context, scope, "one", scope.revision));
  if (known !== undefined) return known;
  const id = scope.blueprintId;
  const [blueprint, summaries] = await Promise.all([readBlueprint(db, scope, id), summariseScans(db, [id])]);
  const summary = summaries.get(id);
  const madeFrom = toMadeFrom(context, scope, "one", toRevision(blueprint, summary));
  return answers.keep(madeFrom, toBlueprint(context, scope, blueprint, summary));
}

/** Everything a response about blueprints depends on; picture URLs are personal and change every hour. */
function toMadeFrom({ clock }: AppContext, { userId }: TeamScope, kind: string, revision: string): string {
  return `blueprints ${kind} ${userId} ${toCapabilityHour(clock)} ${revision}`;
}

/** @param reader the recipient: file URLs are personal */
export async function describeBlueprint(
  context: AppContext,
  tx: Tx,
  reader: TeamScope,
  row: BlueprintRow,
): Promise<Blueprint> {
  return toBlueprint(context, reader, row, (await summariseScans(tx, [row.id])).get(row.id));
}

interface BlueprintPage {
  blueprints: Blueprint[];
  nextCursor: string | null;
  total: number;
}

export async function listBlueprints(
  context: AppContext,
  scope: TeamScope,
  filter: BlueprintFilter,
  page: { cursor: string | undefined; limit: number },
): Promise<Answered<BlueprintPage>> {
  const { db, answers } = context;
  const cursor = page.cursor === undefined ? null : readPageCursor(page.cursor);
  const { search, tag, state } = filter;
  if ((search ?? "").trim() !== "" || (tag ?? "").trim() !== "") {
    const [{ rows, summaries }, total] = await Promise.all([
      readPage(db, scope, filter, cursor, page.limit),
      countBlueprints(db, scope, filter),
    ]);
    return toBlueprintPage(context, scope, rows, summaries, page.limit, total);
  }
  const revision = await readPageRevision(db, scope, state, cursor, page.limit + 1);
  const kind = `page ${page.limit} of ${revision.total}`;
  const known = answers.find(toMadeFrom(context, scope, kind, revision.blueprints));
  if (known !== undefined) return known;
  const { rows, summaries } = await readPage(db, scope, filter, cursor, page.limit);
  const made = toBlueprintPage(context, scope, rows, summaries, page.limit, revision.total);
  // Keyed by what was just read, which may be newer than the revision.
  const madeFrom = rows.map((row) => toRevision(row, summaries.get(row.id))).join("");
  return answers.keep(toMadeFrom(context, scope, kind, madeFrom), made);
}

async function readPage(
  db: Tx,
  scope: TeamScope,
  filter: BlueprintFilter,
  cursor: PageCursor | null,
  limit: number,
): Promise<{ rows: VersionedBlueprintRow[]; summaries: ReadonlyMap<string, ScanSummary> }> {
  // One extra row tells whether there is another page.
  const rows = await listBlueprintRows(db, scope, filter, cursor, limit + 1);
  const ids = rows.map(({ id }) => id);
  return { rows, summaries: await summariseScans(db, ids) };
}

function toBlueprintPage(
  context: AppContext,
  reader: TeamScope,
  rows: VersionedBlueprintRow[],
  summaries: ReadonlyMap<string, ScanSummary>,
  limit: number,
  total: number,
): BlueprintPage {
  const { shown, nextCursor } = toPage(rows, limit, ({ updatedAt, id }) => ({ at: updatedAt, id }));
  const blueprints = shown.map((row) => toBlueprint(context, reader, row, summaries.get(row.id)));
  return { blueprints, nextCursor, total };
}

/** Tags of a team's blueprints. */
export function listBlueprintTags(context: AppContext, scope: TeamScope) {
  return listTags(context.db, scope);
}

export async function updateBlueprint(
  context: AppContext,
  scope: BlueprintScope,
  request: { [Key in keyof BlueprintRequest]?: BlueprintRequest[Key] | undefined } & {
    cover?: Cover | null | undefined;
  },
): Promise<Blueprint> {
  const { blueprintId: id } = scope;
  const change = {
    ...(request.name === undefined ? {} : { name: request.name }),
    ...(request.industry === undefined ? {} : { industry: request.industry }),
    ...(request.description === undefined ? {} : { description: request.description }),
    ...(request.place ?? {}),
    ...(request.tags === undefined ? {} : { tags: request.tags }),
    ...(request.timeZone === undefined ? {} : { timeZone: request.timeZone }),
    ...(request.placeId === undefined ? {} : { placeId: request.placeId }),
    ...(request.floorAreaSquareMetres === undefined ? {} : { floorAreaSquareMetres: request.floorAreaSquareMetres }),
    ...(request.openingHours === undefined ? {} : { openingHours: request.openingHours }),
    ...(request.facts === undefined ? {} : { facts: request.facts }),
    ...(request.cover === undefined ? {} : { cover: request.cover }),
  };
  if (request.cover) await requireCover(context.db, scope, id, request.cover);
  return describeBlueprint(
    context,
    context.db,
    scope,
    requireStillThere(await updateBlueprintRow(context.db, scope, id, change, context.clock.now())),
  );
}

/** The blueprint may have moved to another team since the check. @throws AppError conflict */
function requireStillThere(row: BlueprintRow | undefined): BlueprintRow {
  if (row === undefined) throw new AppError("conflict");
  return row;
}

/** Archiving and binning stop serving the place; versions, scans and originals stay. */
export async function moveBlueprint(
  context: AppContext,
  actor: Actor,
  scope: BlueprintScope,
  to: "archived" | "binned" | "restored",
): Promise<Blueprint> {
  const { blueprintId: id } = scope;
  const now = context.clock.now();
  const change = {
    archived: { archivedAt: now, binnedAt: null, publishedVersion: null },
    binned: { binnedAt: now, publishedVersion: null },
    restored: { archivedAt: null, binnedAt: null },
  }[to];
  return await context.db.transaction(async (tx) => {
    const { publishedVersion } = await readBlueprint(tx, scope, id);
    const row = requireStillThere(await updateBlueprintRow(tx, scope, id, change, now));
    const subject = { id, name: row.name };
    const wasPublished = publishedVersion !== null;
    const facts = { slug: row.slug, wasPublished };
    await recordEvent(tx, context, { actor, teamId: scope.teamId, type: `blueprint.${to}`, subject, facts });
    return describeBlueprint(context, tx, scope, row);
  });
}

export function toBlueprintState(row: BlueprintRow, hasReadyScan: boolean): BlueprintState {
  if (row.binnedAt !== null) return "binned";
  if (row.archivedAt !== null) return "archived";
  if (row.publishedVersion !== null) return "published";
  return hasReadyScan ? "ready" : "draft";
}

function toBlueprint(
  context: AppContext,
  reader: TeamScope,
  row: BlueprintRow,
  scans: ScanSummary | undefined,
): Blueprint {
  return {
    id: row.id as BlueprintId,
    teamId: row.teamId as TeamId,
    slug: row.slug,
    name: row.name,
    industry: row.industry,
    description: row.description,
    place: { address: row.address, latitude: row.latitude, longitude: row.longitude },
    tags: row.tags,
    timeZone: row.timeZone,
    placeId: row.placeId,
    floorAreaSquareMetres: row.floorAreaSquareMetres,
    openingHours: row.openingHours,
    facts: row.facts,
    claimState: row.claimState,
    state: toBlueprintState(row, scans?.hasReadyScan ?? false),
    visibility: row.visibility,
    hasPassword: row.passwordHash !== null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    embedOrigins: row.embedOrigins,
    publishedVersion: row.publishedVersion,
    latestVersion: row.latestVersion,
    cover: row.cover,
    coverUrl: toCoverUrl(context, reader, row, scans?.previews ?? []),
    scanCount: scans?.scanCount ?? 0,
    failedScanCount: scans?.failedScanCount ?? 0,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    removedAt: row.binnedAt === null ? null : new Date(row.binnedAt.getTime() + binKeptMs).toISOString(),
  };
}

/** If the chosen scan is gone, the first one takes its place. */
function toCoverUrl(
  context: AppContext,
  reader: TeamScope,
  { teamId, cover, binnedAt }: BlueprintRow,
  previews: ScanSummary["previews"],
): string | null {
  // Files of binned blueprints have no address.
  if (binnedAt !== null) return null;
  if (cover?.kind === "file") return toMediaUrl(context, teamId, cover.id, toTeamReader(reader));
  const shown = previews.find(({ scanId }) => scanId === cover?.id) ?? previews[0];
  return shown === undefined ? null : toFileUrl(context, shown.deliveryPrefix, shown.preview, toTeamReader(reader));
}
