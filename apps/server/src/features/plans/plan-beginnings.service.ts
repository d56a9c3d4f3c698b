import type { PlanType } from "@blueprint/contract/price-book";
import type { Tx } from "../../db/database.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { recordEvent } from "../../platform/events/record-event.ts";
import { observeLimits } from "./entitlements.service.ts";
import { findPlan, forgetLimitStates, type PlannedTeam, updatePlan } from "./plans.repository.ts";

/** Puts the team on this plan from now on, however it is paid. */
export async function beginPlan(tx: Tx, context: AppContext, team: PlannedTeam, planType: PlanType): Promise<void> {
  const { planType: from, subscription } = await findPlan(tx, team);
  await updatePlan(tx, team, planType, context.clock.now());
  await forgetLimitStates(tx, team);
  await observeLimits(tx, context, team);
  const periodEndsAt = subscription?.periodEndsAt?.toISOString() ?? null;
  const facts = { from, to: planType, periodEndsAt };
  await recordEvent(tx, context, { actor: null, teamId: team.teamId, type: "plan.begun", facts });
}
