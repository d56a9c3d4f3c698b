import type { UserId } from "@blueprint/contract/ids";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Tx } from "../../db/database.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import { countSignIn, emailHasAccount, hasAnyAccount, insertAccount } from "./accounts.repository.ts";

export { emailHasAccount, hasAnyAccount };

/** Signs somebody in on a reply: the session's cookie is set on it. */
export type SignIn = (request: FastifyRequest, reply: FastifyReply, email: string, password: string) => Promise<void>;

export interface AccountRequest {
  email: string;
  /** Left out: the part of the address before "@" (spec §3). */
  name: string | undefined;
  passwordHash: string;
  isOperator: boolean;
}

/** Makes a person with profile, within the caller's transaction. @throws AppError `email-already-in-use` */
export async function createAccount(tx: Tx, context: AppContext, request: AccountRequest): Promise<UserId> {
  if (await emailHasAccount(tx, request.email)) throw new AppError("email-already-in-use");
  const id = context.ids.uuid() as UserId;
  const name = request.name ?? (request.email.split("@")[0] as string);
  await insertAccount(tx, {
    id,
    email: request.email,
    name,
    passwordHash: request.passwordHash,
    passwordRowId: context.ids.uuid(),
    isOperator: request.isOperator,
    username: toUsername(name),
    referralCode: context.ids.referralCode(),
    now: context.clock.now(),
  });
  return id;
}

/** spec §3: the name lower-cased, spaces turned to underscores. */
export function toUsername(name: string): string {
  return name.toLowerCase().replaceAll(" ", "_");
}

/** spec §4: each sign-in of an existing user updates lastLoginAt and increments numSessions by 1. */
export async function recordSignIn(context: AppContext, userId: string): Promise<void> {
  await countSignIn(context.db, userId, context.clock.now());
}
