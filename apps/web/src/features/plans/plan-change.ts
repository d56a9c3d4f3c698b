import type { EndpointRequest } from "@blueprint/contract/endpoint";
import type { BlueprintId } from "@blueprint/contract/ids";
import type { changePlan, TeamPlan } from "@blueprint/contract/plans";
import type { Billing, PlanType, PriceBook } from "@blueprint/contract/price-book";
import type { PlanStep } from "./plan-steps.ts";

export interface PlanChoice {
  readonly planType: PlanType;
  readonly billing: Billing;
  readonly step: Exclude<PlanStep, "current" | "contract">;
}

export interface PublishedPlace {
  readonly id: BlueprintId;
  readonly name: string;
}

/** The effect of a choice on the team's published places. */
interface PublishedEffect {
  readonly published: readonly PublishedPlace[];
  /** How many places the chosen plan lets a team publish; null for no limit. */
  readonly max: number | null;
  /** Whether the user chooses which places stay open. */
  readonly hasChoice: boolean;
  /** The places selected at first. */
  readonly kept: readonly BlueprintId[];
}

export function toPublishedEffect(plan: TeamPlan, book: PriceBook, { planType, step }: PlanChoice): PublishedEffect {
  const max = book.plans[planType].publishedBlueprintsMax;
  const published = plan.meters
    .find(({ limit }) => limit === "publishedBlueprints")!
    .items.flatMap(({ label: name, blueprintId }) => (blueprintId === null ? [] : [{ name, id: blueprintId }]));
  const hasChoice = isSmaller(step) && max !== null && published.length > max;
  return { published, max, hasChoice, kept: step === "down" && hasChoice ? [] : published.map(({ id }) => id) };
}

function isSmaller(step: PlanStep): boolean {
  return step === "down" || step === "end";
}

/** Whether more places are to stay open than a smaller paid plan allows. After its end, all may stay open. */
export function isTooMuch({ step }: PlanChoice, { max }: PublishedEffect, kept: ReadonlySet<BlueprintId>): boolean {
  return step === "down" && max !== null && kept.size > max;
}

export function toChangeRequest(
  { planType, billing }: PlanChoice,
  { hasChoice }: PublishedEffect,
  kept: ReadonlySet<BlueprintId>,
): EndpointRequest<typeof changePlan>["body"] {
  return { planType, billing, ...(hasChoice ? { keepPublished: [...kept] } : {}) };
}
