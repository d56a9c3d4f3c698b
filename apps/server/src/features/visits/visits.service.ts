import { createHmac, randomBytes, randomUUID } from "node:crypto";
import { type Audience, audiences } from "@blueprint/contract/audiences";
import type { BlueprintId } from "@blueprint/contract/ids";
import {
  type beginVisit,
  firstPictureClassesMs,
  type VisitEvent,
  visitCountsKeptDays,
  visitHourSpotsKeptDays,
  visitReportedHours,
} from "@blueprint/contract/visits";
import { LRUCache } from "lru-cache";
import type { z } from "zod";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Actor } from "../../platform/http/actor.ts";
import { toAddressGroup } from "../../platform/http/client-address.ts";
import { isRobot } from "../../platform/http/is-robot.ts";
import { isSigned, sign } from "../../platform/secrets.ts";
import { requireAdmittedVersion } from "../published/published.service.ts";
import { findServedVersion } from "../publishing/publishing.service.ts";
import { findLinkOfPlace } from "../short-links/short-links.service.ts";
import type { VisitCounter } from "./visit-counter.ts";
import {
  countVisitEvents,
  keepSalt,
  type NewVisitEvent,
  removeHourSpotsBefore,
  removeSaltsBefore,
  removeVisitCountsBefore,
  removeVisitEventsBefore,
  waitToCount,
} from "./visits.repository.ts";

declare module "../../platform/jobs/job-queue.ts" {
  interface JobPayloads {
    /** Counts what happened in visits of the last minutes. Runs soon after they happened, and each minute. */
    "count-visits": Record<string, never>;
    /** Counts everything there is, then removes the events and salts of days that are over. Runs daily. */
    "remove-visit-events": Record<string, never>;
  }
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Twice as long as a run that failed takes to be repeated. */
const countedAgainMs = 10 * 60_000;
/** Below `countedAgainMs`, so that nothing is left out. */
const restMsMax = 5 * 60_000;
const keptPlacesMax = 500;

/** The server's own events of a visit. */
const at = { visit: 0, device: 1, form: 2, site: 3, embed: 4, picture: 5, link: 6 } as const;

/** Objects of a place's version that events can be about, as an audience sees it. */
type Subjects = ReadonlySet<string>;

/** What a server knows of visits: salts and subjects are read once. */
export interface VisitMemory {
  readonly counter: VisitCounter;
  salt: { readonly day: string; readonly salt: string } | null;
  readonly subjects: LRUCache<string, Subjects>;
}

export function createVisitMemory(counter: VisitCounter): VisitMemory {
  return { counter, salt: null, subjects: new LRUCache({ max: keptPlacesMax }) };
}

/** Who visits, as the request says. */
export interface VisitRequest {
  readonly actor: Actor | null;
  readonly ipAddress: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/**
 * Counts a visit.
 * @returns what reports its events; null for robots and for browsers that ask not to be tracked
 * @throws AppError blueprint-not-published, blueprint-password-needed, too-many-requests
 */
export async function countVisit(
  context: AppContext,
  memory: VisitMemory,
  slug: string,
  { pass, key, as, ...visit }: z.output<typeof beginVisit.schema.body>,
  { actor, ipAddress, headers }: VisitRequest,
): Promise<string | null> {
  const admitted = await requireAdmittedVersion(context, slug, { pass, key, as, actor });
  const { blueprintId, version, audience, isMember } = admitted;
  const userAgent = typeof headers["user-agent"] === "string" ? headers["user-agent"] : undefined;
  if (headers.dnt === "1" || headers["sec-gpc"] === "1" || isRobot(userAgent)) return null;
  const salt = await findSalt(context, memory);
  const visitor = createHmac("sha256", salt)
    .update(`${blueprintId}\n${toAddressGroup(ipAddress)}\n${userAgent}`)
    .digest("base64url")
    .slice(0, 22);
  // A visit's id must not tell when it began to those who read the table later: it is random.
  const visitId = randomUUID();
  const happenedAt = context.clock.now().toISOString();
  const begun = { ...{ visitId, blueprintId, happenedAt, visitor }, isTeam: isMember, seconds: 0 };
  const site = visit.site ?? "";
  const linkId = visit.code === undefined ? null : await findLinkOfPlace(context.db, blueprintId, visit.code);
  await memory.counter.add([
    { ...begun, at: at.visit, kind: "visit", subject: "" },
    { ...begun, at: at.device, kind: "device", subject: visit.device },
    { ...begun, at: at.form, kind: "form", subject: visit.form },
    visit.isEmbedded
      ? { ...begun, at: at.embed, kind: "embed", subject: site }
      : { ...begun, at: at.site, kind: "site", subject: site },
    ...(linkId === null ? [] : [{ ...begun, at: at.link, kind: "link", subject: linkId }]),
    ...(visit.firstPictureMs === undefined
      ? []
      : [{ ...begun, at: at.picture, kind: "picture", subject: String(toPictureClass(visit.firstPictureMs)) }]),
  ]);
  return makeVisitToken(context, { visitId, blueprintId, version, audience });
}

/**
 * Adds what happened in a visit. Events about what its place doesn't show are left out.
 * @throws AppError visit-ended for tokens that are too old, or not the server's; too-many-requests
 */
export async function addToVisit(
  context: AppContext,
  memory: VisitMemory,
  token: string,
  events: readonly VisitEvent[],
): Promise<void> {
  const visit = readVisitToken(context, token);
  if (visit === null) throw new AppError("visit-ended");
  const { visitId, blueprintId } = visit;
  const subjects = await findSubjects(context, memory, visit);
  const happenedAt = context.clock.now().toISOString();
  const known: NewVisitEvent[] = [];
  for (const { at, what } of events) {
    const { kind } = what;
    const subject = toSubject(what);
    if (isNamed(what) && !subjects.has(`${kind} ${subject}`)) continue;
    const seconds = "seconds" in what ? what.seconds : 0;
    known.push({ visitId, at, blueprintId, happenedAt, visitor: null, isTeam: null, kind, subject, seconds });
  }
  await memory.counter.add(known);
}

function isNamed({ kind }: VisitEvent["what"]): boolean {
  return kind === "anchor" || kind === "zone" || kind === "stop";
}

function toSubject(what: VisitEvent["what"]): string {
  if (what.kind === "stop") return `${what.id}/${what.stop}`;
  if (what.kind === "spot") return `${what.x}/${what.z}/${what.floorDm}`;
  return "id" in what ? what.id : "";
}

interface VisitToken {
  readonly visitId: string;
  readonly blueprintId: BlueprintId;
  readonly version: number;
  readonly audience: Audience;
}

function makeVisitToken({ secrets, clock }: AppContext, visit: VisitToken): string {
  const { visitId, blueprintId, version, audience } = visit;
  const endsAt = clock.now().getTime() + visitReportedHours * hourMs;
  const text = [visitId, blueprintId, version, audience, endsAt.toString(36)].join(".");
  return `${text}.${sign(secrets.capabilityKey, `visit\n${text}`)}`;
}

function readVisitToken({ secrets, clock }: AppContext, token: string): VisitToken | null {
  const end = token.lastIndexOf(".");
  const text = token.slice(0, Math.max(0, end));
  if (!isSigned(secrets.capabilityKey, `visit\n${text}`, token.slice(end + 1))) return null;
  const [visitId, blueprintId, version, written, endsAt] = text.split(".");
  const audience = audiences.find((known) => known === written);
  if (visitId === undefined || blueprintId === undefined || audience === undefined) return null;
  if (Number.parseInt(endsAt ?? "", 36) <= clock.now().getTime()) return null;
  return { visitId, blueprintId: blueprintId as BlueprintId, version: Number(version), audience };
}

async function findSubjects(
  context: AppContext,
  { subjects }: VisitMemory,
  { blueprintId, version, audience }: VisitToken,
): Promise<Subjects> {
  const key = `${blueprintId} ${version} ${audience}`;
  const known = subjects.get(key);
  if (known !== undefined) return known;
  const published = await findServedVersion(context, { id: blueprintId, publishedVersion: version }, audience);
  const { anchors, zones = [], tours = [] } = published?.scene ?? { anchors: [] };
  const found = new Set([
    ...anchors.map(({ id }) => `anchor ${id}`),
    ...zones.map(({ id }) => `zone ${id}`),
    ...tours.flatMap(({ id, stops }) => stops.map((_, stop) => `stop ${id}/${stop}`)),
  ]);
  subjects.set(key, found);
  return found;
}

async function findSalt({ db, clock }: AppContext, memory: VisitMemory): Promise<string> {
  const day = toDay(clock.now());
  if (memory.salt?.day !== day)
    memory.salt = { day, salt: await keepSalt(db, day, randomBytes(32).toString("base64url")) };
  return memory.salt.salt;
}

function toPictureClass(ms: number): number {
  const known = firstPictureClassesMs.findIndex((classMs) => ms <= classMs);
  return known === -1 ? firstPictureClassesMs.length : known;
}

/** Counts what happened lately. */
export async function countVisits({ db, clock }: AppContext): Promise<void> {
  const since = new Date(clock.now().getTime() - countedAgainMs);
  await db.transaction(async (tx) => {
    await waitToCount(tx);
    await countVisitEvents(tx, since);
  });
}

/** Counts what happened lately, for at most a tenth of the time: a day with many visits takes long to count. */
export function createRestingCount(context: AppContext): () => Promise<void> {
  const { clock } = context;
  let restsUntilMs = Number.NEGATIVE_INFINITY;
  return async () => {
    const beganMs = clock.monotonicMs();
    if (beganMs < restsUntilMs) return;
    await countVisits(context);
    const endedMs = clock.monotonicMs();
    restsUntilMs = endedMs + Math.min(restMsMax, 9 * (endedMs - beganMs));
  };
}

/** Counts all there is, and forgets what belongs to days before today (UTC). */
export async function removeVisitEvents({ db, clock }: AppContext): Promise<void> {
  const nowMs = clock.now().getTime();
  const today = new Date(toDay(new Date(nowMs)));
  await db.transaction(async (tx) => {
    await waitToCount(tx);
    await countVisitEvents(tx, new Date(0));
    await removeVisitEventsBefore(tx, today);
    await removeSaltsBefore(tx, toDay(today));
    await removeHourSpotsBefore(tx, new Date(nowMs - visitHourSpotsKeptDays * dayMs));
    await removeVisitCountsBefore(tx, new Date(nowMs - visitCountsKeptDays * dayMs));
  });
}

/** YYYY-MM-DD in UTC. */
function toDay(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}
