import type { PlanType } from "@blueprint/contract/price-book";
import type { Tx } from "../../db/database.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { recordAudit } from "../audit/audit-events.service.ts";
import { notify } from "../notifications/notify.service.ts";
import { observeLimits } from "./entitlements.service.ts";
import { toDate, whatIsKept } from "./plan-notices.ts";
import { findPlan, forgetLimitStates, listOwners, type PlannedTeam, updatePlan } from "./plans.repository.ts";

/** Puts the team on this plan from now on, however it is paid: writes its log and notifies its owners. */
export async function beginPlan(tx: Tx, context: AppContext, team: PlannedTeam, planType: PlanType): Promise<void> {
  const { planType: from } = await findPlan(tx, team);
  await updatePlan(tx, team, planType, context.clock.now());
  const details = { from, to: planType };
  await recordAudit(tx, context, null, { teamId: team.teamId, action: "plan.begun", details });
  await forgetLimitStates(tx, team);
  await observeLimits(tx, context, team);
  const { name, subscription } = await findPlan(tx, team);
  const { label } = context.config.priceBook.plans[planType];
  const until =
    subscription?.periodEndsAt == null ? "" : ` The paid period ends on ${toDate(subscription.periodEndsAt)}.`;
  await tellOwners(tx, context, team, `${name} is now on ${label}.${until}`);
}

/** Notifies every owner in the inbox, and says what stays as it is. */
export async function tellOwners(tx: Tx, context: AppContext, team: PlannedTeam, text: string): Promise<void> {
  const { name } = await findPlan(tx, team);
  const owners = (await listOwners(tx, team)).map(({ userId }) => userId);
  const words = { title: `Plan of ${name}`, body: `${text} ${whatIsKept}` };
  await notify(tx, context, owners, {
    kind: "plan",
    teamId: team.teamId,
    ...words,
    path: `/manage-plan?team=${team.teamId}`,
  });
}
