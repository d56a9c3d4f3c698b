import type { TeamPlan } from "@blueprint/contract/plans";
import { type Billing, isForSale, isLargerPlan, type PlanType } from "@blueprint/contract/price-book";

/** The effect of choosing a plan for a team. */
export type PlanStep = "current" | "up" | "down" | "end" | "end-trial" | "contract";

export function toPlanStep(
  plan: Pick<TeamPlan, "basePlanType" | "billing" | "trialEndsAt">,
  planType: PlanType,
  billing: Billing,
): PlanStep {
  const { basePlanType } = plan;
  if (planType === basePlanType) {
    if (planType === "free") return plan.trialEndsAt === null ? "current" : "end-trial";
    if (!isForSale(planType) || plan.billing === null || plan.billing === billing) return "current";
    return billing === "annual" ? "up" : "down";
  }
  if (planType === "enterprise") return "contract";
  if (planType === "free") return "end";
  return isLargerPlan(planType, basePlanType) ? "up" : "down";
}
