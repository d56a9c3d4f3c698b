import type { BlueprintId } from "@blueprint/contract/ids";
import { type PlanLimit, type PlanMeter, planLimits, planRules } from "@blueprint/contract/plans";
import type { PlanType } from "@blueprint/contract/price-book";
import { roleMay, type TeamRole } from "@blueprint/contract/roles";
import type { Tx } from "../../db/database.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import { recordEvent } from "../../platform/events/record-event.ts";
import type { TeamScope } from "../../platform/http/scope.ts";
import { lockTeam } from "../teams/teams.service.ts";
import { listGuideSecondsByPlace, sumGuideSeconds } from "./guide-minutes.repository.ts";
import {
  canGraceBegin,
  dayMs,
  fits,
  isGraceOver,
  isPaused,
  type LimitLevel,
  type Limits,
  toEffectivePlan,
  toGraceEnd,
  toGraceLimits,
  toLevel,
  toLimits,
} from "./plans.policy.ts";
import {
  type CountedItem,
  countPublished,
  findPlan,
  type LimitStateRow,
  listEditors,
  listLimitStates,
  listPublished,
  listStorage,
  type PlannedTeam,
  saveLimitState,
  sumAnnounced,
  sumScenes,
  sumStorage,
  sumStorageOfScans,
} from "./plans.repository.ts";

const itemsShownMax = 50;
/** State of a limit that was never near. */
const untouched: Pick<LimitStateRow, "level" | "graceStartedAt"> = { level: "fine", graceStartedAt: null };

export interface Entitlements {
  planType: PlanType;
  limits: Limits;
  graceLimits: Limits;
}

/** What a team may have now, by its plan and trial. The installation's STORAGE_BYTES_MAX has no grace. */
export async function getEntitlements(tx: Tx, context: AppContext, team: PlannedTeam): Promise<Entitlements> {
  const { priceBook, storageBytesMax } = context.config;
  const { planType: agreed, subscription } = await findPlan(tx, team);
  const planType = toEffectivePlan(priceBook, agreed, subscription, context.clock.now());
  const ceiling = storageBytesMax === undefined ? {} : { storageBytes: storageBytesMax };
  return {
    planType,
    limits: { ...toLimits(priceBook, planType), ...ceiling },
    graceLimits: { ...toGraceLimits(priceBook, planType), ...ceiling },
  };
}

export interface TeamUsage {
  planType: PlanType;
  storageBytes: number;
  storageBytesMax: number | null;
  /** Room left now, days of grace included. */
  storageRoomBytes: number | null;
  publishedBlueprints: number;
  publishedBlueprintsMax: number | null;
  editors: number;
  editorsMax: number | null;
}

export async function getTeamUsage(tx: Tx, context: AppContext, scope: TeamScope): Promise<TeamUsage> {
  const { planType, limits, graceLimits } = await getEntitlements(tx, context, scope);
  const storageBytes = await sumStorage(tx, scope);
  const state = (await listLimitStates(tx, scope)).find(({ limit }) => limit === "storageBytes") ?? untouched;
  const max = limits.storageBytes;
  const graceMax = isPaused(state, context.clock.now()) ? max : graceLimits.storageBytes;
  // As in `requireStorageRoom`: within the plan, or as much of the grace as may be announced at once.
  const announceable = max === null ? null : Math.max(max - storageBytes, max - (await sumAnnounced(tx, scope)));
  const roomBytes = [graceMax === null ? null : graceMax - storageBytes, announceable].filter((room) => room !== null);
  return {
    planType,
    storageBytes,
    storageBytesMax: limits.storageBytes,
    storageRoomBytes: roomBytes.length === 0 ? null : Math.max(0, Math.min(...roomBytes)),
    publishedBlueprints: await countPublished(tx, scope),
    publishedBlueprintsMax: limits.publishedBlueprints,
    editors: (await listEditors(tx, scope, context.clock.now())).length,
    editorsMax: limits.editors,
  };
}

/**
 * Checks room for one more published blueprint; of two concurrent calls, the second waits for the first.
 * @throws AppError `plan-limit-published`
 */
export async function requireRoomToPublish(tx: Tx, context: AppContext, scope: TeamScope): Promise<void> {
  await lockTeam(tx, scope);
  const used = await countPublished(tx, scope);
  await requireRoom(tx, context, scope, { limit: "publishedBlueprints", used, added: 1 }, "plan-limit-published");
}

/**
 * Checks room for a new file, one call per team at a time. During grace, stored files may exceed the plan, but
 * announced uploads never take more than the plan's own storage: announcing costs nothing.
 * @throws AppError `storage-quota-exceeded`
 */
export async function requireStorageRoom(
  tx: Tx,
  context: AppContext,
  scope: TeamScope,
  sizeBytes: number,
): Promise<void> {
  await lockTeam(tx, scope);
  const used = await sumStorage(tx, scope);
  const { limits } = await getEntitlements(tx, context, scope);
  const max = limits.storageBytes;
  if (max !== null && used + sizeBytes > max && (await sumAnnounced(tx, scope)) + sizeBytes > max)
    throw new AppError("storage-quota-exceeded");
  await requireRoom(tx, context, scope, { limit: "storageBytes", used, added: sizeBytes }, "storage-quota-exceeded");
}

/**
 * Checks whether a team may send one more invitation with its own text today.
 * @throws AppError `plan-limit-invitation-texts`
 */
export async function requireInvitationText(
  tx: Tx,
  context: AppContext,
  scope: TeamScope,
  sentToday: number,
): Promise<void> {
  const { planType } = await getEntitlements(tx, context, scope);
  const max = context.config.priceBook.plans[planType].invitationTextsPerDayMax;
  if (max !== null && sentToday >= max) throw new AppError("plan-limit-invitation-texts");
}

/**
 * Checks room for one more editor; open invitations to an editing role count. Call it after the replaced invitation, if
 * any, has ended. @throws AppError `plan-limit-editors`
 */
export async function requireEditorSeat(tx: Tx, context: AppContext, scope: TeamScope): Promise<void> {
  await lockTeam(tx, scope);
  const used = (await listEditors(tx, scope, context.clock.now())).length;
  await requireRoom(tx, context, scope, { limit: "editors", used, added: 1 }, "plan-limit-editors");
}

/** Checks limits of a team and records what was reached. */
export async function observeLimits(
  tx: Tx,
  context: AppContext,
  team: PlannedTeam,
  looked: readonly PlanLimit[] = planLimits,
): Promise<void> {
  const entitlements = await getEntitlements(tx, context, team);
  const now = context.clock.now();
  const measures: Record<PlanLimit, () => Promise<number>> = {
    publishedBlueprints: () => countPublished(tx, team),
    storageBytes: () => sumStorage(tx, team),
    editors: async () => (await listEditors(tx, team, now)).length,
    guideMinutes: async () => (await sumGuideSeconds(tx, team, toMonth(now))) / 60,
  };
  for (const limit of looked) await observeLimit(tx, context, team, limit, await measures[limit](), entitlements);
}

/** Each limit with its use and the items that add up to it, as far as the caller's role may see them. */
export async function listMeters(tx: Tx, context: AppContext, team: PlannedTeam, role: TeamRole): Promise<PlanMeter[]> {
  const now = context.clock.now();
  const { limits } = await getEntitlements(tx, context, team);
  const states = await listLimitStates(tx, team);
  const items: Record<PlanLimit, CountedItem[]> = {
    publishedBlueprints: await listPublished(tx, team),
    storageBytes: await listStorage(tx, team),
    editors: toEditorItems(await listEditors(tx, team, now), role),
    guideMinutes: await listGuideItems(tx, team, toMonth(now)),
  };
  return planLimits.map((limit) => {
    const used = items[limit].reduce((sum, { amount }) => sum + amount, 0);
    const max = limits[limit];
    const level = toLevel(used, max);
    const state = states.find((candidate) => candidate.limit === limit) ?? untouched;
    const { graceStartedAt } = state;
    const hasGrace = level === "reached" && graceStartedAt !== null;
    return {
      limit,
      used,
      max,
      level,
      graceEndsAt: hasGrace ? toGraceEnd(graceStartedAt).toISOString() : null,
      isPaused: limit === "guideMinutes" ? level === "reached" : hasGrace && isPaused(state, now),
      items: items[limit].slice(0, itemsShownMax),
      moreItems: Math.max(0, items[limit].length - itemsShownMax),
    };
  });
}

/** What a blueprint adds to the team it moves to. */
export interface BroughtAlong {
  publishedBlueprints: 0 | 1;
  storageBytes: number;
}

export interface PlanObstacle {
  limit: "publishedBlueprints" | "storageBytes";
  used: number;
  added: number;
  max: number;
}

/**
 * The team's first limit that leaves no room for a blueprint, by the rules for new content; null when it fits. Lock the
 * team (`lockTeam`) to rely on it.
 */
export async function findPlanObstacle(
  tx: Tx,
  context: AppContext,
  team: PlannedTeam,
  brought: BroughtAlong,
): Promise<PlanObstacle | null> {
  const entitlements = await getEntitlements(tx, context, team);
  for (const limit of ["publishedBlueprints", "storageBytes"] as const) {
    const added = brought[limit];
    const max = entitlements.limits[limit];
    if (added === 0 || max === null) continue;
    const used = await (limit === "storageBytes" ? sumStorage(tx, team) : countPublished(tx, team));
    if (!(await isRoom(tx, context, team, { limit, used, added }, entitlements))) return { limit, used, added, max };
  }
  return null;
}

/** Bytes of a blueprint's scans, its document and the document's history, as the storage meter counts them. */
export async function sumBlueprintBytes(tx: Tx, team: PlannedTeam, blueprintId: BlueprintId): Promise<number> {
  return (await sumStorageOfScans(tx, team, blueprintId)) + (await sumScenes(tx, team, blueprintId));
}

async function listGuideItems(tx: Tx, team: PlannedTeam, month: string): Promise<CountedItem[]> {
  const byPlace = await listGuideSecondsByPlace(tx, team, month);
  const rest = (await sumGuideSeconds(tx, team, month)) - byPlace.reduce((sum, { seconds }) => sum + seconds, 0);
  return [
    ...byPlace.map(({ blueprintId, name, seconds }) => ({ label: name, amount: seconds / 60, blueprintId })),
    ...(rest > 0 ? [{ label: "Other places", amount: rest / 60, blueprintId: null }] : []),
  ];
}

/** Names are for the directory, addresses for roles that invite; everyone else only sees the counts. */
function toEditorItems(editors: Awaited<ReturnType<typeof listEditors>>, role: TeamRole): CountedItem[] {
  const [people, invited] = [
    editors.filter(({ isInvited }) => !isInvited),
    editors.filter(({ isInvited }) => isInvited),
  ];
  const toItem = (label: string, amount = 1): CountedItem => ({ label, amount, blueprintId: null });
  return [
    ...(roleMay(role, "member.see") ? people.map(({ name }) => toItem(name)) : [toItem("Editors", people.length)]),
    ...(roleMay(role, "member.invite")
      ? invited.map(({ name }) => toItem(`${name} (invited)`))
      : [toItem("Pending editor invitations", invited.length)]),
  ].filter(({ amount }) => amount > 0);
}

async function requireRoom(
  tx: Tx,
  context: AppContext,
  team: PlannedTeam,
  measure: { limit: PlanLimit; used: number; added: number },
  refusal: "plan-limit-published" | "storage-quota-exceeded" | "plan-limit-editors",
): Promise<void> {
  const entitlements = await getEntitlements(tx, context, team);
  if (!(await isRoom(tx, context, team, measure, entitlements))) throw new AppError(refusal);
  await observeLimit(tx, context, team, measure.limit, measure.used + measure.added, entitlements);
}

async function isRoom(
  tx: Tx,
  context: AppContext,
  team: PlannedTeam,
  { limit, used, added }: { limit: PlanLimit; used: number; added: number },
  { limits, graceLimits }: Entitlements,
): Promise<boolean> {
  const state = (await listLimitStates(tx, team)).find((candidate) => candidate.limit === limit) ?? untouched;
  const measure = { used, added, max: limits[limit], graceMax: graceLimits[limit] };
  return fits(measure, !isPaused(state, context.clock.now()));
}

/** Records how near a limit is. Its owners hear of 80 %, of 100 % and of the end of grace, each at most once a week. */
async function observeLimit(
  tx: Tx,
  context: AppContext,
  team: PlannedTeam,
  limit: PlanLimit,
  used: number,
  { limits }: Entitlements,
): Promise<void> {
  const now = context.clock.now();
  const max = limits[limit];
  const level = toLevel(used, max);
  const before = (await listLimitStates(tx, team)).find((state) => state.limit === limit);
  const state: LimitStateRow = before ?? {
    ...untouched,
    teamId: team.teamId,
    limit,
    nearNoticedAt: null,
    reachedNoticedAt: null,
    pauseNoticedAt: null,
  };
  const after = { ...state, level };
  let notice: "near" | "reached" | "paused" | null = null;
  if (level === "reached" && limit !== "guideMinutes" && canGraceBegin(state, now)) {
    after.graceStartedAt = now;
    after.pauseNoticedAt = null;
  }
  if (isRise(state.level, level) && level === "near" && isNoticeDue(state.nearNoticedAt, now)) {
    after.nearNoticedAt = now;
    notice = "near";
  }
  if (isRise(state.level, level) && level === "reached" && isNoticeDue(state.reachedNoticedAt, now)) {
    after.reachedNoticedAt = now;
    notice = "reached";
  }
  if (level === "reached" && isGraceOver(after.graceStartedAt, now) && after.pauseNoticedAt === null) {
    after.pauseNoticedAt = now;
    notice = "paused";
  }
  if (before === undefined && level === "fine") return;
  if (JSON.stringify(after) !== JSON.stringify(before)) await saveLimitState(tx, after);
  if (notice === null || max === null) return;
  const graceEndsAt = after.graceStartedAt === null ? null : toGraceEnd(after.graceStartedAt).toISOString();
  const facts = { limit, notice, used, max, graceEndsAt };
  await recordEvent(tx, context, { actor: null, teamId: team.teamId, type: "plan.limit-noticed", facts });
}

const levels: readonly LimitLevel[] = ["fine", "near", "reached"];

function isRise(from: LimitLevel, to: LimitLevel): boolean {
  return levels.indexOf(to) > levels.indexOf(from);
}

function isNoticeDue(noticedAt: Date | null, now: Date): boolean {
  return noticedAt === null || now.getTime() - noticedAt.getTime() >= planRules.noticeAgainAfterDays * dayMs;
}

/** First day of the calendar month in UTC, in the database's format. */
export function toMonth(now: Date): string {
  return `${now.toISOString().slice(0, 7)}-01`;
}
