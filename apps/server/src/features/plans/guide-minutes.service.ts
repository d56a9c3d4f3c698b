import type { GuideMinutes } from "@blueprint/contract/guide-minutes";
import { planRules } from "@blueprint/contract/plans";
import type { Tx } from "../../db/database.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { recordEvent } from "../../platform/events/record-event.ts";
import type { Actor } from "../../platform/http/actor.ts";
import { getEntitlements, observeLimits, toMonth } from "./entitlements.service.ts";
import {
  addGuideSeconds,
  claimBudgetNotice,
  findGuideBudget,
  findPlaceName,
  forgetSpokenQuestions,
  noteSpokenQuestion,
  type SpeakingPlace,
  type SpokenQuestion,
  saveGuideBudget,
  sumGuideSeconds,
  sumGuideSecondsOfPlace,
} from "./guide-minutes.repository.ts";
import { dayMs } from "./plans.policy.ts";

/** An answer that was lost on its way is asked for again; a question that comes more often is a new one. */
const timesCountedOnce = 5;

/** Seconds that visitors and the guide may still speak in a place this month; null without a limit. */
export async function readGuideSecondsLeft(context: AppContext, place: SpeakingPlace): Promise<number | null> {
  const { used, max, team } = await readGuideMinutes(context, place);
  const left = [max === null ? null : max - used, team.max === null ? null : team.max - team.used].filter(
    (minutes) => minutes !== null,
  );
  return left.length === 0 ? null : Math.max(0, Math.round(Math.min(...left) * 60));
}

/** What a place and its team have used this month. */
export async function readGuideMinutes(context: AppContext, place: SpeakingPlace): Promise<GuideMinutes> {
  const { db } = context;
  const month = toMonth(context.clock.now());
  const { guideMinutes } = (await getEntitlements(db, context, place)).limits;
  return {
    used: (await sumGuideSecondsOfPlace(db, place, month)) / 60,
    max: await findGuideBudget(db, place),
    team: { used: (await sumGuideSeconds(db, place, month)) / 60, max: guideMinutes },
  };
}

export async function limitGuideMinutes(
  context: AppContext,
  actor: Actor,
  place: SpeakingPlace,
  max: number | null,
): Promise<GuideMinutes> {
  await context.db.transaction(async (tx) => {
    const { teamId, blueprintId } = place;
    if ((await findGuideBudget(tx, place)) === max) return;
    await saveGuideBudget(tx, place, max);
    const subject = { id: blueprintId, name: await findPlaceName(tx, place) };
    await recordEvent(tx, context, { actor, teamId, type: "guide.minutes-limited", subject, facts: { max } });
    await observeBudget(tx, context, place);
  });
  return readGuideMinutes(context, place);
}

/**
 * Counts the time of a spoken question and its answer. One that is answered again, because its answer was lost on the
 * way to the browser, is counted once, whichever server answers.
 */
export async function countSpokenQuestion(
  context: AppContext,
  place: SpeakingPlace,
  question: SpokenQuestion,
): Promise<void> {
  const now = context.clock.now();
  await context.db.transaction(async (tx) => {
    await forgetSpokenQuestions(tx, new Date(now.getTime() - dayMs));
    const times = { answeredAt: now, timesMax: timesCountedOnce };
    const added = question.seconds - (await noteSpokenQuestion(tx, place, question, times));
    if (added <= 0) return;
    await addGuideSeconds(tx, place, toMonth(now), added);
    await observeLimits(tx, context, place, ["guideMinutes"]);
    await observeBudget(tx, context, place);
  });
}

/** Tells of 80 % and of 100 % of a place's own limit, each once a month. */
async function observeBudget(tx: Tx, context: AppContext, place: SpeakingPlace): Promise<void> {
  const max = await findGuideBudget(tx, place);
  if (max === null) return;
  const month = toMonth(context.clock.now());
  const used = (await sumGuideSecondsOfPlace(tx, place, month)) / 60;
  const notice = used >= max ? "reached" : used >= max * planRules.nearFraction ? "near" : null;
  if (notice === null || !(await claimBudgetNotice(tx, place, notice, month))) return;
  const subject = { id: place.blueprintId, name: await findPlaceName(tx, place) };
  const facts = { notice, used, max } as const;
  await recordEvent(tx, context, { actor: null, teamId: place.teamId, type: "guide.minutes-noticed", subject, facts });
}
