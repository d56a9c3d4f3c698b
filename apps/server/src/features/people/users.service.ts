import { photoUrl } from "@blueprint/contract/account";
import { buildUrl } from "@blueprint/contract/api-client";
import type { UserId } from "@blueprint/contract/ids";
import type { Me, OnboardingAnswers, UserProfile } from "@blueprint/contract/users";
import type { Tx } from "../../db/database.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import { recordEvent } from "../../platform/events/record-event.ts";
import type { Actor } from "../../platform/http/actor.ts";
import { renameTeamWithin } from "../teams/team-settings.service.ts";
import { listMemberships } from "../teams/teams.service.ts";
import { toDeviceType } from "./device-type.ts";
import {
  findUser,
  hasPassword,
  listNames,
  type OwnFields,
  renameAccount,
  type UserRow,
  updateOnboarding,
  updateOwnFields,
  updatePresence,
} from "./users.repository.ts";

/** Names by id; deleted accounts have none. */
export function findUserNames(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  return listNames(tx, ids);
}

/** @throws AppError `user-data-missing` or `permission-denied` for an account without a profile */
export async function getMe(context: AppContext, actor: Actor): Promise<Me> {
  const row = await findUser(context.db, actor.userId);
  if (row === null) throw await toMissing(context, actor);
  return {
    profile: toProfile(row),
    isOperator: actor.isOperator,
    teams: await listMemberships(context.db, actor),
    onboarding: row.onboarding,
    deletionDueAt: row.deletionDueAt?.toISOString() ?? null,
    photoUrl: row.photoKey === null ? null : toPhotoUrl(actor.userId, row.photoKey),
  };
}

/**
 * An account with a password was created with its profile, so a missing one is our loss. A Google-only account gets its
 * profile by an invitation: without a profile, it was not invited (spec §6).
 */
async function toMissing(context: AppContext, actor: Actor): Promise<AppError> {
  if (await hasPassword(context.db, actor.userId)) return new AppError("user-data-missing");
  // The user's own address, so that the page can ask for access with it.
  return new AppError("permission-denied", { fields: { email: actor.email } });
}

/** @throws AppError `permission-denied` for another user's document */
export async function getOwnDocument(context: AppContext, actor: Actor, uid: UserId): Promise<UserProfile> {
  if (uid !== actor.userId) throw new AppError("permission-denied");
  const row = await findUser(context.db, uid);
  if (row === null) throw await toMissing(context, actor);
  return toProfile(row);
}

/** @throws AppError `permission-denied` for another user's document */
export async function updateOwnDocument(
  context: AppContext,
  actor: Actor,
  uid: UserId,
  fields: OwnFields,
): Promise<UserProfile> {
  if (uid !== actor.userId) throw new AppError("permission-denied");
  const row = await context.db.transaction(async (tx) => {
    const { name } = fields;
    if (name === undefined) return await updateOwnFields(tx, uid, fields);
    await renameAccount(tx, uid, name, context.clock.now());
    return await updateOwnFields(tx, uid, { ...fields, username: toUsername(name) });
  });
  if (row === null) throw await toMissing(context, actor);
  return toProfile(row);
}

/** spec §3: the lower-cased name, with each space replaced by an underscore. */
export function toUsername(name: string): string {
  return name.toLowerCase().replaceAll(" ", "_");
}

/** A sign-in, or a visit with an existing session. */
export async function recordSession(
  tx: Tx,
  userId: UserId,
  { userAgent, ...visit }: { now: Date; userAgent: string; isSignIn: boolean },
): Promise<void> {
  await updatePresence(tx, userId, { ...visit, deviceType: toDeviceType(userAgent) });
}

/**
 * Saves one step; `done` finishes the onboarding. `mappingOptIn` records a requested visit, and operators find it among
 * the requests once the onboarding is done. The organisation is the user's personal team, which takes that name.
 */
export async function saveOnboarding(context: AppContext, actor: Actor, answers: OnboardingAnswers): Promise<Me> {
  await context.db.transaction(async (tx) => {
    const before = await updateOnboarding(tx, actor.userId, {
      onboarding: answers,
      ...(answers.scanPlan === undefined ? {} : { mappingOptIn: answers.scanPlan === "visit" }),
      ...(answers.step === "done" ? { finishedOnboarding: true as const } : {}),
    });
    if (answers.step === "done" && answers.scanPlan !== undefined) await recordFinish(tx, context, actor, answers);
    const { organisationName } = answers;
    // Each later step repeats the answer: it must not undo a later renaming of the team.
    if (organisationName === undefined || organisationName === before?.organisationName) return;
    const own = (await listMemberships(tx, actor)).find(({ isPersonal }) => isPersonal);
    if (own !== undefined) await renameTeamWithin(tx, context, actor, own.teamId, organisationName);
  });
  return getMe(context, actor);
}

async function recordFinish(tx: Tx, context: AppContext, actor: Actor, answers: OnboardingAnswers): Promise<void> {
  const person = await findUser(tx, actor.userId);
  if (person === null) return;
  const { name, email } = person;
  const visit =
    answers.scanPlan === "visit" ? { venue: answers.organisationName ?? name, note: answers.visitNote ?? "" } : null;
  await recordEvent(tx, context, {
    actor,
    teamId: null,
    type: "onboarding.finished",
    subject: { id: actor.userId, name },
    facts: { email, visit },
  });
}

/** Changes with each photo, so that browsers may cache it. */
export function toPhotoUrl(userId: UserId, photoKey: string): string {
  return `${buildUrl(photoUrl, { uid: userId })}?v=${photoKey.slice(-8)}`;
}

function toProfile({ onboarding: _, photoKey: __, deletionDueAt: ___, ...row }: UserRow): UserProfile {
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
