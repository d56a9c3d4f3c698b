import type { BlueprintId } from "@blueprint/contract/ids";
import type { TeamPlan } from "@blueprint/contract/plans";

/** A team on a monthly Pro plan with a number of published places, "Place 1" and so on. */
export function buildTeamPlan(published: number, part: Partial<TeamPlan> = {}): TeamPlan {
  return {
    planType: "pro",
    basePlanType: "pro",
    billing: "monthly",
    periodEndsAt: "2026-12-24T00:00:00Z",
    trialEndsAt: null,
    canTry: false,
    scheduled: null,
    payment: "invoice",
    hasPortal: false,
    isPaymentOverdue: false,
    meters: [
      {
        limit: "publishedBlueprints",
        used: published,
        max: 50,
        level: "fine",
        graceEndsAt: null,
        isPaused: false,
        items: Array.from({ length: published }, (_, index) => ({
          label: `Place ${index + 1}`,
          amount: 1,
          blueprintId: `blueprint-${index}` as BlueprintId,
        })),
        moreItems: 0,
      },
    ],
    ...part,
  };
}
