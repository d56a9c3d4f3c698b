import type { UserId } from "@blueprint/contract/ids";
import type { PersonSession } from "@blueprint/contract/sessions";
import type { Tx } from "../../db/database.ts";
import type { AppContext } from "../../platform/app-context.ts";
import type { Actor } from "../../platform/http/actor.ts";
import { toAddressGroup } from "../../platform/http/client-address.ts";
import { announceSessionEnded } from "../../platform/http/session.ts";
import { toDeviceWords } from "./device-words.ts";
import {
  deleteSessions,
  listAddresses,
  listLiveSessions,
  notifyServers,
  type SessionChoice,
} from "./sessions.repository.ts";

export type { SessionChoice };
export { toDeviceWords };

/** Whether the user of an e-mail address is signed in on this network. False without an account. */
export async function isSignedInFrom(tx: Tx, email: string, ipAddress: string): Promise<boolean> {
  const network = toAddressGroup(ipAddress);
  return (await listAddresses(tx, email)).some((known) => toAddressGroup(known) === network);
}

export async function listSessions(context: AppContext, actor: Actor): Promise<PersonSession[]> {
  const rows = await listLiveSessions(context.db, actor.userId, context.clock.now());
  return rows
    .map(({ id, userAgent, ipAddress, createdAt, updatedAt }) => ({
      id,
      isCurrent: id === actor.sessionId,
      device: toDeviceWords(userAgent),
      ipAddress: ipAddress === "" ? null : ipAddress,
      createdAt: createdAt.toISOString(),
      lastSeenAt: updatedAt.toISOString(),
    }))
    .sort((one, other) => Number(other.isCurrent) - Number(one.isCurrent));
}

/**
 * Ends sessions in the caller's transaction: at commit, every server drops them and closes their sockets.
 * @returns their tokens, so that this server drops them at once
 */
export async function endSessions(tx: Tx, userId: UserId, choice: SessionChoice): Promise<string[]> {
  const tokens = await deleteSessions(tx, userId, choice);
  const sql = { notify: (channel: string, token: string) => notifyServers(tx, channel, token) };
  for (const token of tokens) await announceSessionEnded(sql, token);
  return tokens;
}
