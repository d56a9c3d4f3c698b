import type { AppContext } from "../../platform/app-context.ts";
import { getEntitlements, observeLimits, toMonth } from "./entitlements.service.ts";
import {
  addGuideSeconds,
  forgetSpokenQuestions,
  noteSpokenQuestion,
  type SpeakingPlace,
  type SpokenQuestion,
  sumGuideSeconds,
} from "./guide-minutes.repository.ts";
import { dayMs } from "./plans.policy.ts";
import type { PlannedTeam } from "./plans.repository.ts";

/** An answer that was lost on its way is asked for again; a question that comes more often is a new one. */
const timesCountedOnce = 5;

/** Seconds that visitors and guides of a team's places may still speak this month; null without a limit. */
export async function readGuideSecondsLeft(context: AppContext, team: PlannedTeam): Promise<number | null> {
  const { guideMinutes } = (await getEntitlements(context.db, context, team)).limits;
  if (guideMinutes === null) return null;
  const used = await sumGuideSeconds(context.db, team, toMonth(context.clock.now()));
  return Math.max(0, guideMinutes * 60 - used);
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
  });
}
