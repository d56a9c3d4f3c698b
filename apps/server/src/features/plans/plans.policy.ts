import { type PlanLimit, planLimits, planRules } from "@blueprint/contract/plans";
import {
  type Billing,
  isLargerPlan,
  type PlanType,
  type PriceBook,
  planTypes,
  toPeriodCents,
} from "@blueprint/contract/price-book";
import type { TeamRole } from "@blueprint/contract/roles";

export const dayMs = 24 * 3600 * 1000;

/** product §9: viewers and scanners are free. */
export const editingRoles: readonly TeamRole[] = ["owner", "admin", "editor"];

export function isEditingRole(role: TeamRole): boolean {
  return editingRoles.includes(role);
}

export type Limits = Record<PlanLimit, number | null>;

export interface PlanTimes {
  periodStartsAt: Date | null;
  periodEndsAt: Date | null;
  billing: Billing | null;
  nextPlanType: PlanType | null;
  trialEndsAt: Date | null;
}

/** The plan that was paid for or agreed on. A due change applies even before it is written down. */
export function toBasePlan(planType: PlanType, times: PlanTimes | null, now: Date): PlanType {
  const isDue = times?.periodEndsAt != null && times.periodEndsAt <= now;
  return isDue && times.nextPlanType !== null ? times.nextPlanType : planType;
}

/** What applies now: the larger of base plan and running trial. */
export function toEffectivePlan(book: PriceBook, planType: PlanType, times: PlanTimes | null, now: Date): PlanType {
  const base = toBasePlan(planType, times, now);
  const isTrying = times?.trialEndsAt != null && times.trialEndsAt > now;
  return isTrying && isLargerPlan(book.trial.planType, base) ? book.trial.planType : base;
}

export function toLimits(book: PriceBook, planType: PlanType): Limits {
  const plan = book.plans[planType];
  return {
    publishedBlueprints: plan.publishedBlueprintsMax,
    storageBytes: plan.storageBytesMax,
    editors: plan.editorsMax,
    guideMinutes: plan.guideMinutesMax,
  };
}

/** Limits during grace: those of the next larger plan. */
export function toGraceLimits(book: PriceBook, planType: PlanType): Limits {
  const next = planTypes[planTypes.indexOf(planType) + 1] ?? planType;
  const [own, larger] = [toLimits(book, planType), toLimits(book, next)];
  // A custom price book may give a larger plan less of something.
  const pairs = planLimits.map((limit) => {
    const [a, b] = [own[limit], larger[limit]];
    return [limit, a === null || b === null ? null : Math.max(a, b)];
  });
  return Object.fromEntries(pairs) as Limits;
}

export type LimitLevel = "fine" | "near" | "reached";

export function toLevel(used: number, max: number | null): LimitLevel {
  if (max === null) return "fine";
  if (used >= max) return "reached";
  return used >= max * planRules.nearFraction ? "near" : "fine";
}

/** When grace that began at this moment ends. */
export function toGraceEnd(startedAt: Date): Date {
  return new Date(startedAt.getTime() + planRules.graceDays * dayMs);
}

export function isGraceOver(startedAt: Date | null, now: Date): boolean {
  return startedAt !== null && toGraceEnd(startedAt) <= now;
}

/**
 * Grace begins when a limit is reached. Dropping below it for a moment does not restart grace, nor does staying above
 * it.
 */
export function canGraceBegin(state: { level: LimitLevel; graceStartedAt: Date | null }, now: Date): boolean {
  if (state.graceStartedAt === null) return true;
  const isLongAgo = state.graceStartedAt.getTime() + planRules.graceAgainAfterDays * dayMs <= now.getTime();
  return state.level !== "reached" && isLongAgo;
}

/** Whether new content is refused: grace is over and no new one can begin. */
export function isPaused(state: { level: LimitLevel; graceStartedAt: Date | null }, now: Date): boolean {
  return isGraceOver(state.graceStartedAt, now) && !canGraceBegin(state, now);
}

/** Whether one more fits: within the plan always, during grace up to the next larger plan's limit. */
export function fits(
  { used, added, max, graceMax }: { used: number; added: number; max: number | null; graceMax: number | null },
  isGracePossible: boolean,
): boolean {
  if (max === null || used + added <= max) return true;
  return isGracePossible && (graceMax === null || used + added <= graceMax);
}

/** The same day of a later month, or that month's last day; in UTC. */
export function addPeriod(from: Date, billing: Billing): Date {
  const months = billing === "annual" ? 12 : 1;
  const to = new Date(from);
  to.setUTCDate(1);
  to.setUTCMonth(to.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return to;
}

/** The unused part of a paid period, in US cents. */
export function toUnusedCents(book: PriceBook, planType: PlanType, times: PlanTimes | null, now: Date): number {
  if (times === null || times.billing === null || times.periodStartsAt === null || times.periodEndsAt === null)
    return 0;
  const wholeMs = times.periodEndsAt.getTime() - times.periodStartsAt.getTime();
  const leftMs = Math.max(0, times.periodEndsAt.getTime() - Math.max(now.getTime(), times.periodStartsAt.getTime()));
  return wholeMs <= 0 ? 0 : Math.floor((toPeriodCents(book, planType, times.billing) * leftMs) / wholeMs);
}

/** Larger plans are paid and begin at once; smaller ones begin when the paid period ends. */
export function isUpgrade(
  from: { planType: PlanType; billing: Billing | null },
  to: { planType: PlanType; billing: Billing },
): boolean {
  if (from.planType !== to.planType) return isLargerPlan(to.planType, from.planType);
  return from.billing === "monthly" && to.billing === "annual";
}
