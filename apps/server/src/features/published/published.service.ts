import type { Audience } from "@blueprint/contract/audiences";
import { findFirstScan } from "@blueprint/contract/first-picture";
import type { BlueprintId, ScanId, TeamId } from "@blueprint/contract/ids";
import {
  getPublishedBlueprint as getPublishedBlueprintEndpoint,
  type PublishedBlueprint,
  type PublishedScene,
} from "@blueprint/contract/published";
import { roleMay } from "@blueprint/contract/roles";
import { listVolumesOf } from "@blueprint/scene/volume";
import type { FrozenScan } from "../../db/schema/blueprints.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Actor } from "../../platform/http/actor.ts";
import { isCapabilityValid, makeCapability, toCapabilityHour } from "../../platform/http/capability.ts";
import { isPlacePassword } from "../../platform/place-password.ts";
import { answerSerializerCompiler } from "../../platform/read-path/answer-serializer.ts";
import { createMadeOnce, type MadeOnce } from "../../platform/read-path/made-once.ts";
import { logSecurity, logSecurityOnce } from "../../platform/security-log.ts";
import { type BlueprintRow, findServedBySlug, isForVisitors } from "../blueprints/blueprints.service.ts";
import type { PlaceCircle } from "../blueprints/file-addresses.service.ts";
import { addressPublishedMedia } from "../files/media.service.ts";
import { requireAttempt, takeAttemptBack } from "../people/attempts.service.ts";
import { findLinkedAudience } from "../publishing/audience-links.service.ts";
import { findServedVersion, type ServedVersion } from "../publishing/publishing.service.ts";
import { toDelivery } from "../scans/scans.service.ts";
import { findTeamScope } from "../teams/teams.service.ts";
import { toCoverUrl } from "./cover-url.ts";

const passValidForMs = 12 * 3600 * 1000;
/** Answers and pages of all places together, with their compressed forms. */
const keptPlacesBytesMax = 64 * 2 ** 20;
/** A file that is missing now may still arrive. */
const incompleteForMs = 60_000;

/** Cache of places' answers. */
export interface PlaceMemory {
  readonly made: MadeOnce;
  readonly write: (place: PublishedBlueprint) => string;
}

export function createPlaceMemory(): PlaceMemory {
  const { response: schema } = getPublishedBlueprintEndpoint.schema;
  const route = { method: "GET", url: getPublishedBlueprintEndpoint.url, httpStatus: "200" };
  const write = answerSerializerCompiler({ ...route, schema } as Parameters<typeof answerSerializerCompiler>[0]);
  return { made: createMadeOnce(keptPlacesBytesMax), write };
}

/** A visitor of a place, with their credentials. */
export interface PlaceAsker {
  /** A user with a session; programs with an API key get the rights of a visitor. */
  readonly actor: Actor | null;
  /** The pass from opening a place with its password. */
  readonly pass?: string | undefined;
  /** Key of an audience's link. */
  readonly key?: string | undefined;
  /** The audience they would like to view it as. */
  readonly as?: Audience | undefined;
}

/**
 * A place as this visitor may see it, as JSON. Right and version are checked each time, in one query for visitors
 * without an account; a version is read, and its answer built, once for everyone who sees the same of it.
 * @throws AppError as `requireOpenPlace`
 */
export async function getPublishedBlueprint(
  context: AppContext,
  memory: PlaceMemory,
  slug: string,
  asker: PlaceAsker,
): Promise<Buffer> {
  return getAdmitted(context, memory, await requireAdmission(context, await findServed(context, slug), asker));
}

/** What is made from a place's answer, as the page with the answer in it, cached like the answer. */
export async function getPublishedPage(
  context: AppContext,
  memory: PlaceMemory,
  served: BlueprintRow | null,
  asker: PlaceAsker,
  form: "page" | "linked-page" | "facade",
  fill: (place: PublishedBlueprint) => string,
): Promise<Buffer> {
  const admission = await requireAdmission(context, served, asker);
  const answer = await getAdmitted(context, memory, admission);
  return memory.made.derive(answer, form, () => Buffer.from(fill(JSON.parse(answer.toString()) as PublishedBlueprint)));
}

function getAdmitted(context: AppContext, memory: PlaceMemory, admission: Admission): Promise<Buffer> {
  return memory.made.get(toMadeFrom(context, admission), async () => {
    const version = await findServedVersion(context, admission.blueprint, admission.audience);
    if (version === null) throw new AppError("blueprint-not-published");
    const { place, isComplete } = await describePlace(context, { ...admission, version });
    const bytes = Buffer.from(memory.write(place));
    return isComplete ? { bytes } : { bytes, keptForMs: incompleteForMs };
  });
}

/** Everything an answer depends on besides the version itself; addresses of files change every hour. */
function toMadeFrom({ clock }: AppContext, { blueprint, audience, audiences, circle }: Admission): string {
  const { id, slug, teamId, publishedVersion } = blueprint;
  const files = circle.who === "members" ? `${circle.who} ${circle.userId}` : circle.who;
  return [id, publishedVersion, slug, teamId, audience, audiences, files, toCapabilityHour(clock)].join(" ");
}

async function describePlace(
  context: AppContext,
  { blueprint, version, audience, audiences, circle }: OpenPlace,
): Promise<{ place: PublishedBlueprint; isComplete: boolean }> {
  const { name, industry, description, address, latitude, longitude, number, publishedAt, scene, scans } = version;
  const { tags, timeZone, floorAreaSquareMetres, openingHours, facts } = version;
  const files = { ...circle, blueprintId: blueprint.id };
  const coverUrl = toCoverUrl(context, { scans, teamId: blueprint.teamId, cover: version.cover }, files);
  const { urls: mediaUrls, isComplete } = await addressPublishedMedia(context, blueprint.teamId, scene, files);
  const place = {
    slug: blueprint.slug,
    name,
    industry,
    description,
    address,
    location: latitude === null || longitude === null ? null : { latitude, longitude },
    ...(coverUrl === null ? {} : { coverUrl }),
    ...(tags === null || tags.length === 0 ? {} : { tags }),
    ...(timeZone === null ? {} : { timeZone }),
    ...(floorAreaSquareMetres === null ? {} : { floorAreaSquareMetres }),
    ...(openingHours === null ? {} : { openingHours }),
    ...(facts.length === 0 ? {} : { facts }),
    ...(audience === "visitor" ? {} : { audience }),
    ...(audiences.length < 2 ? {} : { audiences: [...audiences] }),
    version: number,
    publishedAt: publishedAt.toISOString(),
    scene,
    mediaUrls,
    scans: scans.map((scan) => ({
      id: scan.scanId as ScanId,
      kind: scan.kind,
      delivery: toDelivery(context, scan, files),
      ...findPlacement(scene, scan),
      ...findVolumes(scene, scan),
      ...(scan === findFirstScan(scans) ? findStartView(scene, scan) : {}),
    })),
  };
  return { place, isComplete };
}

function findPlacement({ placements }: PublishedScene, { scanId }: FrozenScan) {
  const found = placements?.find((placement) => placement.scanId === scanId);
  if (found === undefined) return {};
  const { scanId: _, ...placement } = found;
  return { placement };
}

function findVolumes({ volumes = [] }: PublishedScene, { scanId }: FrozenScan) {
  const found = listVolumesOf(volumes, scanId).map(({ scanId: _, ...volume }) => volume);
  return found.length === 0 ? {} : { volumes: found };
}

/** Panoramas start where they were taken and drawings from above: they ignore the start view. */
function findStartView({ views, startViewId }: PublishedScene, { kind }: FrozenScan) {
  const view = views?.find(({ id }) => id === startViewId);
  return view === undefined || kind === "panorama" || kind === "plan"
    ? {}
    : { startView: { position: view.position, target: view.target } };
}

interface Admission {
  blueprint: BlueprintRow;
  /** The audience that the version is for. */
  audience: Audience;
  /** Audiences that the visitor may view it as. */
  audiences: readonly Audience[];
  /** Who may read the files: shared caches keep only what is for every visitor. */
  circle: PlaceCircle;
  /** Whether the asker belongs to the team, whatever they view it as. */
  isMember: boolean;
}

export interface OpenPlace extends Admission {
  version: ServedVersion;
}

/**
 * The version of a place that a visitor may see now.
 * @throws AppError `blueprint-not-published`, whatever the reason; `blueprint-password-needed` without a valid pass
 */
export async function requireOpenPlace(context: AppContext, slug: string, asker: PlaceAsker): Promise<OpenPlace> {
  const admission = await requireAdmission(context, await findServed(context, slug), asker);
  const version = await findServedVersion(context, admission.blueprint, admission.audience);
  if (version === null) throw new AppError("blueprint-not-published");
  return { ...admission, version };
}

/**
 * Like `requireOpenPlace`, without reading the version.
 * @throws AppError as `requireOpenPlace`
 */
export async function requireAdmittedVersion(
  context: AppContext,
  slug: string,
  asker: PlaceAsker,
): Promise<{ blueprintId: BlueprintId; teamId: TeamId; version: number; audience: Audience; isMember: boolean }> {
  const { blueprint, audience, isMember } = await requireAdmission(context, await findServed(context, slug), asker);
  if (blueprint.publishedVersion === null) throw new AppError("blueprint-not-published");
  return {
    blueprintId: blueprint.id as BlueprintId,
    teamId: blueprint.teamId as TeamId,
    version: blueprint.publishedVersion,
    audience,
    isMember,
  };
}

/** @param blueprint what the requested address serves now, before any check of rights */
async function requireAdmission(
  context: AppContext,
  blueprint: BlueprintRow | null,
  asker: PlaceAsker,
): Promise<Admission> {
  if (blueprint === null) throw new AppError("blueprint-not-published");
  const right = await findTeamRight(context, asker.actor, blueprint);
  const linked = asker.key === undefined ? null : findLinkedAudience(context, blueprint, asker.key);
  requireLetIn(context, blueprint, asker, right, linked);
  const own: readonly Audience[] = right !== null ? audiencesOfMembers : linked !== null ? [linked] : ["visitor"];
  const audiences: readonly Audience[] = own.includes("visitor") ? own : [...own, "visitor"];
  const audience = audiences.find((candidate) => candidate === asker.as) ?? audiences[0]!;
  const isForAll = isForVisitors(blueprint) && audience === "visitor";
  const { actor } = asker;
  const circle: PlaceCircle = isForAll
    ? { who: "visitors" }
    : right !== null && actor !== null
      ? { who: "members", userId: actor.userId }
      : { who: "guests" };
  return { blueprint, audience, audiences, circle, isMember: right !== null };
}

/** Members see what staff see; they may view it as any audience, because the editor shows them everything anyway. */
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
  // The team gave the link to its holder: it also opens what is not public.
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
 * Opens a place with its password, or with a pass issued for it some hours ago.
 * @throws AppError blueprint-not-published, blueprint-password-wrong, blueprint-password-needed (the pass is too old),
 * too-many-requests after many wrong passwords from any client
 */
export async function openPlace(
  context: AppContext,
  memory: PlaceMemory,
  slug: string,
  proof: { password: string } | { pass: string },
  asker: PlaceAsker,
  ipAddress: string,
): Promise<{ pass: string; place: Buffer }> {
  const pass = "pass" in proof ? proof.pass : await makePass(context, slug, proof.password, ipAddress);
  return { pass, place: await getPublishedBlueprint(context, memory, slug, { ...asker, pass }) };
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
    // A correct password says nothing about others' guesses.
    await takeAttemptBack(context, "place", blueprint.id);
  }
  return makeCapability(context.secrets.capabilityKey, context.clock, toPassSubject(blueprint), passValidForMs);
}

/** Sites that may embed a place; none for a place that is not served, or not to visitors. */
export function findEmbedOrigins(blueprint: BlueprintRow | null): readonly string[] {
  return blueprint !== null && isForVisitors(blueprint) ? blueprint.embedOrigins : [];
}

// A new password invalidates every earlier pass, and a pass issued without a password never becomes valid for one: the
// former password is kept while the place is public.
function toPassSubject({ id, visibility, passwordHash }: BlueprintRow): string {
  return `place:${id}:${visibility === "password" ? passwordHash : "open"}`;
}

/** What an address serves now, before any check of rights; null when it serves nothing. */
export async function findServed(context: AppContext, slug: string): Promise<BlueprintRow | null> {
  // Slugs contain only these characters; others could cause a database error instead of an empty result.
  return /^[a-z0-9-]+$/.test(slug) ? await findServedBySlug(context.db, slug, context.clock.now()) : null;
}
