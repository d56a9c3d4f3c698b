import type { BlueprintId, TeamId } from "@blueprint/contract/ids";
import { and, desc, eq, isNull, lt, ne, or, sql } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { blueprints } from "../../db/schema/blueprints.ts";
import { guideBudgets, guidePlaceUsage, guideUsage, spokenQuestions } from "../../db/schema/plans.ts";
import type { PlannedTeam } from "./plans.repository.ts";

/** A place whose guide speaks, for the team that pays for it. */
export interface SpeakingPlace {
  readonly teamId: TeamId;
  readonly blueprintId: BlueprintId;
}

export interface SpokenQuestion {
  /** The browser's; the same when the question is sent again. */
  readonly id: string;
  readonly seconds: number;
}

/** @param month first day of the month, like everywhere here */
export async function sumGuideSeconds(tx: Tx, { teamId }: PlannedTeam, month: string): Promise<number> {
  const [row] = await tx
    .select({ seconds: guideUsage.seconds })
    .from(guideUsage)
    .where(and(eq(guideUsage.teamId, teamId), eq(guideUsage.month, month)));
  return row?.seconds ?? 0;
}

/** A month’s seconds of each place that the team still has, most first. */
export async function listGuideSecondsByPlace(tx: Tx, { teamId }: PlannedTeam, month: string) {
  const rows = await tx
    .select({ blueprintId: blueprints.id, name: blueprints.name, seconds: guidePlaceUsage.seconds })
    .from(guidePlaceUsage)
    .innerJoin(blueprints, eq(blueprints.id, guidePlaceUsage.blueprintId))
    .where(and(eq(guidePlaceUsage.teamId, teamId), eq(guidePlaceUsage.month, month), eq(blueprints.teamId, teamId)))
    .orderBy(desc(guidePlaceUsage.seconds), blueprints.id);
  return rows.map((row) => ({ ...row, blueprintId: row.blueprintId as BlueprintId }));
}

export async function addGuideSeconds(
  tx: Tx,
  { teamId, blueprintId }: SpeakingPlace,
  month: string,
  seconds: number,
): Promise<void> {
  await tx
    .insert(guideUsage)
    .values({ teamId, month, seconds })
    .onConflictDoUpdate({
      target: [guideUsage.teamId, guideUsage.month],
      set: { seconds: sql`${guideUsage.seconds} + ${seconds}` },
    });
  await tx
    .insert(guidePlaceUsage)
    .values({ teamId, blueprintId, month, seconds })
    .onConflictDoUpdate({
      target: [guidePlaceUsage.teamId, guidePlaceUsage.month, guidePlaceUsage.blueprintId],
      set: { seconds: sql`${guidePlaceUsage.seconds} + ${seconds}` },
    });
}

/**
 * Notes that a spoken question was answered; of two servers that note the same one, the second waits for the first.
 * @returns seconds that were counted for it before
 */
export async function noteSpokenQuestion(
  tx: Tx,
  { blueprintId }: SpeakingPlace,
  { id, seconds }: SpokenQuestion,
  { answeredAt, timesMax }: { answeredAt: Date; timesMax: number },
): Promise<number> {
  const inserted = await tx
    .insert(spokenQuestions)
    .values({ blueprintId, id, seconds, answeredAt })
    .onConflictDoNothing()
    .returning({ id: spokenQuestions.id });
  if (inserted.length > 0) return 0;
  const isIt = and(eq(spokenQuestions.blueprintId, blueprintId), eq(spokenQuestions.id, id));
  const [before] = await tx.select().from(spokenQuestions).where(isIt).for("update");
  if (before === undefined || before.timesAnswered >= timesMax) return 0;
  await tx
    .update(spokenQuestions)
    .set({ seconds: Math.max(seconds, before.seconds), timesAnswered: before.timesAnswered + 1 })
    .where(isIt);
  return before.seconds;
}

export async function forgetSpokenQuestions(tx: Tx, answeredBefore: Date): Promise<void> {
  await tx.delete(spokenQuestions).where(lt(spokenQuestions.answeredAt, answeredBefore));
}

export async function sumGuideSecondsOfPlace(
  tx: Tx,
  { teamId, blueprintId }: SpeakingPlace,
  month: string,
): Promise<number> {
  const [row] = await tx
    .select({ seconds: guidePlaceUsage.seconds })
    .from(guidePlaceUsage)
    .where(
      and(
        eq(guidePlaceUsage.teamId, teamId),
        eq(guidePlaceUsage.month, month),
        eq(guidePlaceUsage.blueprintId, blueprintId),
      ),
    );
  return row?.seconds ?? 0;
}

/** The place's own limit; null without one. */
export async function findGuideBudget(
  tx: Tx,
  { blueprintId }: Pick<SpeakingPlace, "blueprintId">,
): Promise<number | null> {
  const [row] = await tx
    .select({ minutesMax: guideBudgets.minutesMax })
    .from(guideBudgets)
    .where(eq(guideBudgets.blueprintId, blueprintId));
  return row?.minutesMax ?? null;
}

/** A new limit is noticed anew. */
export async function saveGuideBudget(
  tx: Tx,
  { blueprintId }: Pick<SpeakingPlace, "blueprintId">,
  minutesMax: number | null,
): Promise<void> {
  if (minutesMax === null) {
    await tx.delete(guideBudgets).where(eq(guideBudgets.blueprintId, blueprintId));
    return;
  }
  await tx
    .insert(guideBudgets)
    .values({ blueprintId, minutesMax })
    .onConflictDoUpdate({
      target: guideBudgets.blueprintId,
      set: { minutesMax, nearNoticedMonth: null, reachedNoticedMonth: null },
    });
}

/** Whether this level is to be noticed: once a month, whichever server asks first. */
export async function claimBudgetNotice(
  tx: Tx,
  { blueprintId }: Pick<SpeakingPlace, "blueprintId">,
  notice: "near" | "reached",
  month: string,
): Promise<boolean> {
  const column = notice === "near" ? guideBudgets.nearNoticedMonth : guideBudgets.reachedNoticedMonth;
  const claimed = await tx
    .update(guideBudgets)
    .set(notice === "near" ? { nearNoticedMonth: month } : { reachedNoticedMonth: month, nearNoticedMonth: month })
    .where(and(eq(guideBudgets.blueprintId, blueprintId), or(isNull(column), ne(column, month))))
    .returning({ blueprintId: guideBudgets.blueprintId });
  return claimed.length > 0;
}

export async function findPlaceName(tx: Tx, { blueprintId }: Pick<SpeakingPlace, "blueprintId">): Promise<string> {
  const [row] = await tx.select({ name: blueprints.name }).from(blueprints).where(eq(blueprints.id, blueprintId));
  return row?.name ?? "";
}
