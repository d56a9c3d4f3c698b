import type { UserId } from "@blueprint/contract/ids";
import type { Me, OnboardingAnswers, UserProfile } from "@blueprint/contract/users";
import type { Tx } from "../../db/database.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Actor } from "../../platform/http/actor.ts";
import { listMemberships } from "../teams/teams.service.ts";
import { appendCreatedBlueprint, findUser, type UserRow, updateOnboarding } from "./users.repository.ts";

/** @throws AppError `user-data-missing` when there is an account without a profile */
export async function getMe(context: AppContext, actor: Actor): Promise<Me> {
  const row = await findUser(context.db, actor.userId);
  if (row === null) throw new AppError("user-data-missing");
  return {
    profile: toProfile(row),
    isOperator: actor.isOperator,
    teams: await listMemberships(context.db, actor.userId),
    onboarding: row.onboarding,
  };
}

/** Saves one step; `done` finishes the onboarding. A visit asked for is what `mappingOptIn` records. */
export async function saveOnboarding(context: AppContext, actor: Actor, answers: OnboardingAnswers): Promise<Me> {
  await updateOnboarding(context.db, actor.userId, {
    onboarding: answers,
    ...(answers.scanPlan === undefined ? {} : { mappingOptIn: answers.scanPlan === "visit" }),
    ...(answers.step === "done" ? { finishedOnboarding: true as const } : {}),
  });
  return getMe(context, actor);
}

export async function recordCreatedBlueprint(tx: Tx, userId: UserId, blueprintId: string): Promise<void> {
  await appendCreatedBlueprint(tx, userId, blueprintId);
}

function toProfile({ onboarding: _, ...row }: UserRow): UserProfile {
  return {
    ...row,
    uid: row.uid as UserId,
    planType: row.planType as UserProfile["planType"],
    createdDate: row.createdDate.toISOString(),
    lastLoginAt: row.lastLoginAt.toISOString(),
    lastSessionDate: row.lastSessionDate.toISOString(),
    // spec §3: a missing finishedOnboarding is treated as false.
    finishedOnboarding: row.finishedOnboarding ?? false,
  };
}
