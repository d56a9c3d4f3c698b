import type { TeamId } from "@blueprint/contract/ids";
import type { PlanLimit } from "@blueprint/contract/plans";
import { formatCents } from "@blueprint/contract/price-book";
import type { Tx } from "../../db/database.ts";
import type { EventFacts } from "../../platform/events/product-events.ts";
import type { Notice, Notices } from "./notices.ts";
import { findTeamName, listOperatorIds, listOwnerIds } from "./recipients.repository.ts";

const nouns: Record<PlanLimit, string> = {
  publishedBlueprints: "published blueprints",
  storageBytes: "storage",
  editors: "editors",
  guideMinutes: "guide minutes",
};

const pauses: Record<PlanLimit, string> = {
  publishedBlueprints: "publishing more places is paused",
  storageBytes: "new uploads are paused",
  editors: "inviting more editors is paused",
  guideMinutes: "guides answer in text only until next month",
};

/** Ends every notice about a plan. */
const whatIsKept = "Published places stay open to visitors, and nothing you've stored is deleted.";

/** What happens to a team's plan. */
export const planNotices: Notices<
  "plan.begun" | "plan.trial-ended" | "plan.payment-failed" | "plan.limit-noticed" | "invoice.issued"
> = {
  "plan.begun": async (tx, { teamId, facts: { to, periodEndsAt } }, { config }) => {
    const until = periodEndsAt === null ? "" : ` The paid period ends on ${toDate(periodEndsAt)}.`;
    return await tellPlan(tx, teamId, (name) => `${name} is now on ${config.priceBook.plans[to].label}.${until}`);
  },
  "plan.trial-ended": async (tx, { teamId, facts: { planType } }, { config }) =>
    await tellPlan(
      tx,
      teamId,
      (name) => `The trial is over. ${name} is now on ${config.priceBook.plans[planType].label}.`,
    ),
  "plan.payment-failed": async (tx, { teamId }) =>
    await tellPlan(
      tx,
      teamId,
      () =>
        "Your card was declined, so the next period isn't paid yet. Stripe will try again over the next few days. Check the card on the plan page.",
    ),
  "plan.limit-noticed": async (tx, { teamId, facts }) =>
    await tellOwners(tx, teamId, toLimitNotice(await findTeamName(tx, teamId), facts)),
  "invoice.issued": async (tx, { teamId, facts: { number, totalCents, dueAt } }) => {
    // Credit pays for it.
    if (totalCents === 0) return [];
    const name = await findTeamName(tx, teamId);
    const due = `due by ${toDate(dueAt)}.`;
    const sum = formatCents(totalCents, "always");
    return [
      ...(await tellOwners(tx, teamId, {
        title: `Invoice ${number} for ${name}`,
        body: `${sum} is ${due} You'll find the invoice on the plan page. ${whatIsKept}`,
      })),
      {
        kind: "invoice",
        teamId: null,
        to: await listOperatorIds(tx),
        title: `Invoice ${number} was sent to ${name}`,
        body: `${sum}, ${due} When it's paid, mark it as paid in this installation's invoices.`,
        path: "/workspace?area=operator",
      },
    ];
  },
};

async function tellPlan(tx: Tx, teamId: TeamId, say: (teamName: string) => string): Promise<Notice[]> {
  const name = await findTeamName(tx, teamId);
  return await tellOwners(tx, teamId, { title: `Plan of ${name}`, body: `${say(name)} ${whatIsKept}` });
}

async function tellOwners(tx: Tx, teamId: TeamId, words: Pick<Notice, "title" | "body">): Promise<Notice[]> {
  const path = `/manage-plan?team=${teamId}`;
  return [{ kind: "plan", teamId, to: await listOwnerIds(tx, teamId), ...words, path }];
}

/** Says that a limit is near or reached, what continues and what pauses. */
function toLimitNotice(
  teamName: string,
  { limit, notice, used, max, graceEndsAt }: EventFacts["plan.limit-noticed"],
): Pick<Notice, "title" | "body"> {
  const noun = nouns[limit];
  const measure = `${teamName} uses ${toAmount(limit, used)} of ${toAmount(limit, max)}.`;
  const next = {
    near:
      limit === "guideMinutes"
        ? `Once you reach the limit, ${pauses[limit]}.`
        : `Once you reach the limit, you have a grace period before ${pauses[limit]}.`,
    reached:
      graceEndsAt === null
        ? `Now ${pauses[limit]}.`
        : `You can continue until ${toDate(graceEndsAt)}. Then ${pauses[limit]}.`,
    paused: `The grace period is over: ${pauses[limit]}.`,
  }[notice];
  const title = {
    near: `${teamName} is close to its limit of ${noun}`,
    reached: `${teamName} has reached its limit of ${noun}`,
    paused: `${teamName}: ${pauses[limit]}`,
  }[notice];
  return { title, body: `${measure} ${next} ${whatIsKept}` };
}

function toDate(instant: string): string {
  return new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" }).format(new Date(instant));
}

function toAmount(limit: PlanLimit, value: number): string {
  if (limit === "storageBytes") return `${(value / 1e9).toLocaleString("en", { maximumFractionDigits: 1 })} GB`;
  return Math.floor(value).toLocaleString("en");
}
