import type { Audience } from "@blueprint/contract/audiences";
import { findFirstScan } from "@blueprint/contract/first-picture";
import type { ScanId, TeamId } from "@blueprint/contract/ids";
import type { PublishedBlueprint, PublishedScene } from "@blueprint/contract/published";
import { roleMay } from "@blueprint/contract/roles";
import type { FrozenScan } from "../../db/schema/blueprints.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Actor } from "../../platform/http/actor.ts";
import { isCapabilityValid, makeCapability } from "../../platform/http/capability.ts";
import { isPlacePassword } from "../../platform/place-password.ts";
import { logSecurity, logSecurityOnce } from "../../platform/security-log.ts";
import { requireAttempt, takeAttemptBack } from "../attempts/attempts.service.ts";
import { type BlueprintRow, findServedBySlug, isForVisitors } from "../blueprints/blueprints.service.ts";
import { addressPublishedMedia } from "../media/media.service.ts";
import { findLinkedAudience } from "../publishing/audience-links.service.ts";
import { findServedVersion, type ServedVersion } from "../publishing/publishing.service.ts";
import { toDelivery } from "../scans/scans.service.ts";
import { findTeamScope } from "../teams/teams.service.ts";

const passValidForMs = 12 * 3600 * 1000;

/** Who stands before a place, and what they show for themselves. */
export interface PlaceAsker {
  /** Somebody with a session; programs with an API key are let in as anybody is. */
  readonly actor: Actor | null;
  /** What opening a place with a password answered. */
  readonly pass?: string | undefined;
  /** Of an audience's link. */
  readonly key?: string | undefined;
  /** Whose eyes they would like to look with. */
  readonly as?: Audience | undefined;
}

/** A place as this asker may see it. @throws AppError as `requireOpenPlace` */
export async function getPublishedBlueprint(
  context: AppContext,
  slug: string,
  asker: PlaceAsker,
): Promise<PublishedBlueprint> {
  const { blueprint, version, audience, audiences } = await requireOpenPlace(context, slug, asker);
  const { name, industry, description, address, latitude, longitude, number, publishedAt, scene, scans } = version;
  const { tags, timeZone, floorAreaSquareMetres } = version;
  // What is not for everybody is kept by no cache that people share.
  const files = isForVisitors(blueprint) && audience === "visitor" ? "visitors" : "team";
  return {
    slug: blueprint.slug,
    name,
    industry,
    description,
    address,
    location: latitude === null || longitude === null ? null : { latitude, longitude },
    ...(tags === null || tags.length === 0 ? {} : { tags }),
    ...(timeZone === null ? {} : { timeZone }),
    ...(floorAreaSquareMetres === null ? {} : { floorAreaSquareMetres }),
    ...(audience === "visitor" ? {} : { audience }),
    ...(audiences.length < 2 ? {} : { audiences: [...audiences] }),
    version: number,
    publishedAt: publishedAt.toISOString(),
    scene,
    mediaUrls: await addressPublishedMedia(context, blueprint.teamId, scene, files),
    scans: scans.map((scan) => ({
      id: scan.scanId as ScanId,
      kind: scan.kind,
      delivery: toDelivery(context, scan, files),
      ...findPlacement(scene, scan),
      ...(scan === findFirstScan(scans) ? findStartView(scene, scan) : {}),
    })),
  };
}

function findPlacement({ placements }: PublishedScene, { scanId }: FrozenScan) {
  const found = placements?.find((placement) => placement.scanId === scanId);
  return found === undefined ? {} : { placement: { position: found.position, yaw: found.yaw, scale: found.scale } };
}

/** One stands in a panorama where it was taken, and looks at a drawing from above: they begin as they are. */
function findStartView({ views, startViewId }: PublishedScene, { kind }: FrozenScan) {
  const view = views?.find(({ id }) => id === startViewId);
  return view === undefined || kind === "panorama" || kind === "plan"
    ? {}
    : { startView: { position: view.position, target: view.target } };
}

export interface OpenPlace {
  blueprint: BlueprintRow;
  version: ServedVersion;
  /** Whose eyes the version is for. */
  audience: Audience;
  /** Whose eyes the asker may look with. */
  audiences: readonly Audience[];
}

/**
 * The version of a place that an asker may see now.
 * @throws AppError `blueprint-not-published`, whatever the reason; `blueprint-password-needed` without a valid pass
 */
export async function requireOpenPlace(context: AppContext, slug: string, asker: PlaceAsker): Promise<OpenPlace> {
  const blueprint = await findServed(context, slug);
  if (blueprint === null) throw new AppError("blueprint-not-published");
  const right = await findTeamRight(context, asker.actor, blueprint);
  const linked = asker.key === undefined ? null : findLinkedAudience(context, blueprint, asker.key);
  requireLetIn(context, blueprint, asker, right, linked);
  const own: readonly Audience[] = right !== null ? audiencesOfMembers : linked !== null ? [linked] : ["visitor"];
  const audiences: readonly Audience[] = own.includes("visitor") ? own : [...own, "visitor"];
  const audience = audiences.find((candidate) => candidate === asker.as) ?? audiences[0]!;
  const version = await findServedVersion(context, blueprint, audience);
  if (version === null) throw new AppError("blueprint-not-published");
  return { blueprint, version, audience, audiences };
}

/** Members see what staff see; they may look with everybody's eyes, as they may see everything in the editor. */
const audiencesOfMembers: readonly Audience[] = ["staff", "visitor", "contractor", "robot"];

/** @throws AppError as `requireOpenPlace` */
function requireLetIn(
  context: AppContext,
  blueprint: BlueprintRow,
  { pass }: PlaceAsker,
  right: "see" | "edit" | null,
  linked: Audience | null,
): void {
  const { visibility } = blueprint;
  if (visibility === "private" && right !== "edit") throw new AppError("blueprint-not-published");
  // A link was given by the team to whoever brings it: it opens what is not open to everybody.
  if (visibility === "team" && right === null && linked === null) throw new AppError("blueprint-not-published");
  if (visibility !== "password" || linked !== null) return;
  const subject = toPassSubject(blueprint);
  const isLetIn = pass !== undefined && isCapabilityValid(context.secrets.capabilityKey, context.clock, subject, pass);
  if (!isLetIn) throw new AppError("blueprint-password-needed");
}

async function findTeamRight(
  context: AppContext,
  actor: Actor | null,
  { teamId }: BlueprintRow,
): Promise<"see" | "edit" | null> {
  if (actor === null || actor.apiKey !== undefined) return null;
  const scope = await findTeamScope(context.db, actor, teamId as TeamId, "blueprint.see");
  if (scope === null) return null;
  return !scope.isVisit && roleMay(scope.role, "blueprint.edit") ? "edit" : "see";
}

/**
 * Opens a place by its password, or by a pass that was given for it some hours ago.
 * @throws AppError blueprint-not-published, blueprint-password-wrong, blueprint-password-needed (the pass is too old),
 * too-many-requests after many wrong passwords, whoever gave them
 */
export async function openPlace(
  context: AppContext,
  slug: string,
  proof: { password: string } | { pass: string },
  asker: PlaceAsker,
  ipAddress: string,
): Promise<{ pass: string; place: PublishedBlueprint }> {
  const pass = "pass" in proof ? proof.pass : await makePass(context, slug, proof.password, ipAddress);
  return { pass, place: await getPublishedBlueprint(context, slug, { ...asker, pass }) };
}

async function makePass(context: AppContext, slug: string, password: string, ipAddress: string): Promise<string> {
  const blueprint = await findServed(context, slug);
  if (blueprint === null || !isForVisitors(blueprint)) throw new AppError("blueprint-not-published");
  const known = blueprint.visibility === "password" ? blueprint.passwordHash : null;
  if (known !== null) {
    const facts = { subjectId: blueprint.id, teamId: blueprint.teamId, ipAddress };
    await requireAttempt(context, "place", blueprint.id).catch((error: unknown) => {
      logSecurityOnce(context, blueprint.id, "place-password.limited", facts);
      throw error;
    });
    if (!(await isPlacePassword(known, password))) {
      logSecurity(context, "place-password.failed", facts);
      throw new AppError("blueprint-password-wrong");
    }
    // Somebody who knows it says nothing about those who guess.
    await takeAttemptBack(context, "place", blueprint.id);
  }
  return makeCapability(context.secrets.capabilityKey, context.clock, toPassSubject(blueprint), passValidForMs);
}

/** Sites that may show a place in a frame; none for a place that is not served, or not to visitors. */
export async function findEmbedOrigins(context: AppContext, slug: string): Promise<readonly string[]> {
  const blueprint = await findServed(context, slug);
  return blueprint !== null && isForVisitors(blueprint) ? blueprint.embedOrigins : [];
}

// Another password makes every pass of the one before worthless, and one that no password was asked for never becomes
// worth one: a former password is kept while the place is open to everybody.
function toPassSubject({ id, visibility, passwordHash }: BlueprintRow): string {
  return `place:${id}:${visibility === "password" ? passwordHash : "open"}`;
}

async function findServed(context: AppContext, slug: string): Promise<BlueprintRow | null> {
  // Slugs are made of these alone; anything else could make the database complain instead of finding nothing.
  return /^[a-z0-9-]+$/.test(slug) ? await findServedBySlug(context.db, slug, context.clock.now()) : null;
}
