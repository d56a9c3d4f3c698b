import type { UserId } from "@blueprint/contract/ids";
import type { OnboardingAnswers } from "@blueprint/contract/users";
import { eq, sql } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { users } from "../../db/schema/users.ts";

export type UserRow = typeof users.$inferSelect;

export async function findUser(tx: Tx, uid: UserId): Promise<UserRow | null> {
  const [row] = await tx.select().from(users).where(eq(users.uid, uid));
  return row ?? null;
}

export interface OnboardingChange {
  onboarding: OnboardingAnswers;
  finishedOnboarding?: true;
  mappingOptIn?: boolean;
}

export async function updateOnboarding(tx: Tx, uid: UserId, change: OnboardingChange): Promise<void> {
  await tx.update(users).set(change).where(eq(users.uid, uid));
}

export async function appendCreatedBlueprint(tx: Tx, uid: UserId, blueprintId: string): Promise<void> {
  await tx
    .update(users)
    .set({ createdBlueprintIds: sql`${users.createdBlueprintIds} || to_jsonb(${blueprintId}::text)` })
    .where(eq(users.uid, uid));
}
