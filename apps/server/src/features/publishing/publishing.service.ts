import type { Audience } from "@blueprint/contract/audiences";
import type { Blueprint, Visibility } from "@blueprint/contract/blueprints";
import type { BlueprintId } from "@blueprint/contract/ids";
import { limits } from "@blueprint/contract/limits";
import type { PublishedScene } from "@blueprint/contract/published";
import type { FrozenScan } from "../../db/schema/blueprints.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import { recordEvent } from "../../platform/events/record-event.ts";
import type { Actor } from "../../platform/http/actor.ts";
import type { BlueprintScope } from "../../platform/http/scope.ts";
import { hashPlacePassword } from "../../platform/place-password.ts";
import {
  type BlueprintRow,
  changeLockedBlueprint,
  describeBlueprint,
  readBlueprint,
  requireLockedBlueprint,
} from "../blueprints/blueprints.service.ts";
import { requireRoomToPublish } from "../plans/entitlements.service.ts";
import { listScansToFreeze } from "../scans/scans.service.ts";
import { readAllAudiences } from "../scene/scene.service.ts";
import { lockTeam } from "../teams/teams.service.ts";
import { findCity } from "./find-city.ts";
import {
  findGuideManner,
  findVersion,
  type GuideManner,
  insertVersion,
  listVersions,
  type ServedVersion,
} from "./publishing.repository.ts";

export type { ServedVersion };

export interface PublishRequest {
  /** The newest version's number as the publisher saw it. */
  basedOnVersion: number;
  visibility: Visibility;
}

/**
 * Freezes the scene and the ready scans as the next version and serves it.
 * @throws AppError blueprint-archived, invalid-input (no password was set), publish-conflict, publish-nothing-ready, plan-limit-published
 */
export async function publishBlueprint(
  context: AppContext,
  actor: Actor,
  scope: BlueprintScope,
  { basedOnVersion, visibility }: PublishRequest,
): Promise<Blueprint> {
  const { blueprintId: id } = scope;
  // Outside the transaction, which would hold a second connection while it waits for its first lock. Everything that
  // the publisher saw as saved is included.
  const { visitors, others, drawingAudiences, guide } = await readAllAudiences(context, id);
  return await context.db.transaction(async (tx) => {
    // Always lock the team before the blueprint, so that concurrent calls cannot deadlock.
    await lockTeam(tx, scope);
    const blueprint = await requireLockedBlueprint(tx, scope, id);
    if (blueprint.archivedAt !== null || blueprint.binnedAt !== null) throw new AppError("blueprint-archived");
    if (blueprint.latestVersion !== basedOnVersion) throw new AppError("publish-conflict");
    requirePassword(visibility, blueprint.passwordHash);
    const ready = await listScansToFreeze(tx, scope, id);
    if (ready.length === 0) throw new AppError("publish-nothing-ready");
    if (blueprint.publishedVersion === null) await requireRoomToPublish(tx, context, scope);

    const scans = ready.flatMap((scan) => listFor(scan, drawingAudiences.get(scan.scanId)));
    const { name, industry, description, address, latitude, longitude, latestVersion } = blueprint;
    const { tags, cover, timeZone, floorAreaSquareMetres, openingHours, facts } = blueprint;
    const venue = { tags, cover, timeZone, floorAreaSquareMetres, openingHours, facts };
    const details = { ...venue, ...guide };
    const number = latestVersion + 1;
    const now = context.clock.now();
    const seen = { scene: visitors, ...(Object.keys(others).length === 0 ? {} : { audienceScenes: others }) };
    const city = findCity(latitude, longitude);
    const frozen = { name, industry, description, address, latitude, longitude, city, ...details, ...seen, scans };
    await insertVersion(tx, { ...frozen, blueprintId: id, number, publishedBy: actor.userId, publishedAt: now });
    const change = { latestVersion: number, publishedVersion: number, visibility };
    await recordEvent(tx, context, {
      actor,
      teamId: scope.teamId,
      type: "blueprint.published",
      subject: { id, name },
      facts: { version: number, visibility, slug: blueprint.slug },
    });
    return describeBlueprint(context, tx, scope, await changeLockedBlueprint(tx, scope, id, change, now));
  });
}

/** A placed drawing is for audiences that see one of its placements. Walls found in a scan do not restrict the scan. */
function listFor(scan: FrozenScan, audiences: readonly Audience[] | undefined): FrozenScan[] {
  if (scan.kind !== "plan" || audiences === undefined) return [scan];
  return audiences.length === 0 ? [] : [{ ...scan, audiences }];
}

/** Stops serving the blueprint; idempotent. */
export async function unpublishBlueprint(context: AppContext, actor: Actor, scope: BlueprintScope): Promise<Blueprint> {
  const { blueprintId: id } = scope;
  return await context.db.transaction(async (tx) => {
    const blueprint = await requireLockedBlueprint(tx, scope, id);
    if (blueprint.publishedVersion === null) return describeBlueprint(context, tx, scope, blueprint);
    const change = { publishedVersion: null };
    const subject = { id, name: blueprint.name };
    const facts = { slug: blueprint.slug };
    await recordEvent(tx, context, { actor, teamId: scope.teamId, type: "blueprint.unpublished", subject, facts });
    return describeBlueprint(
      context,
      tx,
      scope,
      await changeLockedBlueprint(tx, scope, id, change, context.clock.now()),
    );
  });
}

export interface SharingChange {
  visibility?: Visibility | undefined;
  password?: string | undefined;
  expiresAt?: string | null | undefined;
  embedOrigins?: string[] | undefined;
}

/**
 * Sets who may open the place; takes effect on the published version at once. @throws AppError invalid-input (no
 * password was set)
 */
export async function changeSharing(
  context: AppContext,
  actor: Actor,
  scope: BlueprintScope,
  { visibility, password, expiresAt, embedOrigins }: SharingChange,
): Promise<Blueprint> {
  const { blueprintId: id } = scope;
  // Hashing is slow on purpose: do it before the row is locked.
  const newHash = password === undefined ? undefined : await hashPlacePassword(password);
  return await context.db.transaction(async (tx) => {
    const blueprint = await requireLockedBlueprint(tx, scope, id);
    const passwordHash = newHash ?? blueprint.passwordHash;
    requirePassword(visibility ?? blueprint.visibility, passwordHash);
    const change = {
      passwordHash,
      ...(visibility === undefined ? {} : { visibility }),
      ...(expiresAt === undefined ? {} : { expiresAt: expiresAt === null ? null : new Date(expiresAt) }),
      ...(embedOrigins === undefined ? {} : { embedOrigins: [...new Set(embedOrigins)] }),
    };
    await recordEvent(tx, context, {
      actor,
      teamId: scope.teamId,
      type: "blueprint.sharing-changed",
      subject: { id, name: blueprint.name },
      facts: {
        ...(visibility === undefined ? {} : { visibility }),
        ...(password === undefined ? {} : { passwordChanged: true }),
        ...(expiresAt === undefined ? {} : { expiresAt }),
        ...(embedOrigins === undefined ? {} : { embedOrigins: embedOrigins.join(" ") }),
      },
    });
    return describeBlueprint(
      context,
      tx,
      scope,
      await changeLockedBlueprint(tx, scope, id, change, context.clock.now()),
    );
  });
}

function requirePassword(visibility: BlueprintRow["visibility"], passwordHash: string | null): void {
  if (visibility === "password" && passwordHash === null) {
    throw new AppError("invalid-input", { fields: { password: "Set a password first." } });
  }
}

export interface VersionSummary {
  number: number;
  publishedAt: string;
  publishedByName: string;
  anchorCount: number;
  isServed: boolean;
}

export async function listBlueprintVersions(
  context: AppContext,
  scope: BlueprintScope,
  { cursor, with: wanted }: { cursor?: string | undefined; with?: "scene" | undefined },
): Promise<{ versions: VersionSummary[]; nextCursor: string | null; servedScene?: PublishedScene | null }> {
  const { blueprintId: id } = scope;
  const blueprint = await readBlueprint(context.db, scope, id);
  const before = cursor === undefined ? undefined : Number(cursor);
  const rows = await listVersions(context.db, scope, id, { before, limit: limits.versionsPerPage + 1 });
  const shown = rows.slice(0, limits.versionsPerPage);
  const last = shown.at(-1);
  const served = wanted === undefined ? null : await findServedVersion(context, blueprint, "staff");
  return {
    ...(wanted === undefined ? {} : { servedScene: served?.scene ?? null }),
    versions: shown.map(({ number, publishedAt, publishedByName, anchorCount }) => ({
      number,
      publishedAt: publishedAt.toISOString(),
      // Null when the account is deleted.
      publishedByName: publishedByName ?? "",
      anchorCount,
      isServed: number === blueprint.publishedVersion,
    })),
    nextCursor: rows.length > shown.length && last !== undefined ? String(last.number) : null,
  };
}

/** The version that a blueprint serves, as an audience sees it; null when it serves none. */
export async function findServedVersion(
  context: AppContext,
  { id, publishedVersion }: Pick<BlueprintRow, "id" | "publishedVersion">,
  audience: Audience,
): Promise<ServedVersion | null> {
  const version = publishedVersion === null ? null : await findVersion(context.db, id, publishedVersion, audience);
  return version && { ...version, scans: version.scans.filter((scan) => isScanFor(scan, audience)) };
}

/** Whether a frozen scan is sent to an audience. */
export function isScanFor({ audiences }: FrozenScan, audience: Audience): boolean {
  return audiences?.includes(audience) ?? true;
}

/** How the team wants the guide of a version to speak. The caller has admitted the visitor. */
export function readGuideManner(
  { db }: Pick<AppContext, "db">,
  blueprintId: BlueprintId,
  version: number,
): Promise<GuideManner> {
  return findGuideManner(db, blueprintId, version);
}
