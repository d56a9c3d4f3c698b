import { type ApiKey, apiKeyPrefix } from "@blueprint/contract/api-keys";
import { type ApiScope, apiScopes } from "@blueprint/contract/api-scopes";
import type { ApiKeyId, TeamId } from "@blueprint/contract/ids";
import { limits } from "@blueprint/contract/limits";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import { recordEvent } from "../../platform/events/record-event.ts";
import type { Actor, RequestOrigin } from "../../platform/http/actor.ts";
import type { TeamScope } from "../../platform/http/scope.ts";
import { hashToken } from "../../platform/ids.ts";
import { logSecurity, logSecurityOnce, type SecurityFacts } from "../../platform/security-log.ts";
import { requireProof } from "../people/proof.service.ts";
import { lockTeam } from "../teams/teams.service.ts";
import {
  type ApiKeyRow,
  countKeys,
  deleteKey,
  findKeyByHash,
  insertKey,
  listKeys,
  noteKeyUse,
} from "./api-keys.repository.ts";

const dayMs = 24 * 3600 * 1000;
const shownCharacters = apiKeyPrefix.length + 6;
/** Use is recorded once a minute, so that a busy key does not cause a write per read. */
const useNotedEveryMs = 60_000;

/**
 * Authenticates a key as its creator, limited to the key's team and scopes. The creator's role is read on every
 * request, so a key never exceeds it.
 * @throws AppError `api-key-invalid`
 */
export async function authenticateKey(context: AppContext, token: string, origin: RequestOrigin): Promise<Actor> {
  const found = await findKeyByHash(context.db, hashToken(token));
  const now = context.clock.now();
  if (found === null || (found.key.expiresAt !== null && found.key.expiresAt <= now)) {
    logSecurityOnce(context, origin.ipAddress, "api-key.refused", {
      ipAddress: origin.ipAddress,
      ...(found === null ? {} : { subjectId: found.key.id, teamId: found.key.teamId }),
    });
    throw new AppError("api-key-invalid");
  }
  const { key, creator } = found;
  if (key.lastUsedAt === null || now.getTime() - key.lastUsedAt.getTime() >= useNotedEveryMs) {
    await noteKeyUse(context.db, key.id, origin.ipAddress, now);
  }
  const apiKey = { id: key.id as ApiKeyId, name: key.name, teamId: key.teamId as TeamId, scopes: key.scopes };
  return { ...creator, isOperator: false, sessionId: key.id, origin, apiKey };
}

export async function listApiKeys(context: AppContext, scope: TeamScope): Promise<ApiKey[]> {
  return (await listKeys(context.db, scope)).map(toApiKey);
}

/** @throws AppError `api-keys-too-many`, `confirmation-needed` */
export async function createApiKey(
  context: AppContext,
  actor: Actor,
  scope: TeamScope,
  { name, scopes, validDays }: { name: string; scopes: ApiScope[]; validDays?: number | undefined },
): Promise<{ key: ApiKey; token: string }> {
  const { teamId } = scope;
  const made = await context.db.transaction(async (tx) => {
    await requireProof(tx, context, actor);
    await lockTeam(tx, scope);
    if ((await countKeys(tx, scope)) >= limits.apiKeysPerTeamMax) throw new AppError("api-keys-too-many");
    const token = apiKeyPrefix + context.ids.token();
    const now = context.clock.now();
    const row = await insertKey(tx, scope, {
      id: context.ids.uuid() as ApiKeyId,
      createdBy: actor.userId,
      name,
      tokenHash: hashToken(token),
      prefix: token.slice(0, shownCharacters),
      scopes: apiScopes.filter((known) => scopes.includes(known)),
      createdAt: now,
      expiresAt: validDays === undefined ? null : new Date(now.getTime() + validDays * dayMs),
    });
    await recordEvent(tx, context, {
      actor,
      teamId,
      type: "key.created",
      subject: { id: row.id, name },
      facts: { scopes: row.scopes.join(", "), expiresAt: row.expiresAt?.toISOString() ?? null },
    });
    return { key: toApiKey({ ...row, createdByName: actor.name }), token };
  });
  logSecurity(context, "api-key.created", toFacts(actor, teamId, made.key.id));
  return made;
}

function toFacts({ userId, origin }: Actor, teamId: TeamId, subjectId: ApiKeyId): SecurityFacts {
  return { userId, teamId, subjectId, ipAddress: origin?.ipAddress };
}

/** @throws AppError `not-found` */
export async function revokeApiKey(context: AppContext, actor: Actor, scope: TeamScope, id: ApiKeyId): Promise<void> {
  const { teamId } = scope;
  await context.db.transaction(async (tx) => {
    const key = await deleteKey(tx, scope, id);
    if (key === null) throw new AppError("not-found");
    await recordEvent(tx, context, { actor, teamId, type: "key.revoked", subject: { id, name: key.name } });
  });
  logSecurity(context, "api-key.revoked", toFacts(actor, teamId, id));
}

function toApiKey(row: ApiKeyRow & { createdByName: string }): ApiKey {
  return {
    id: row.id as ApiKeyId,
    name: row.name,
    prefix: row.prefix,
    scopes: row.scopes,
    createdByName: row.createdByName,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    lastUsedAddress: row.lastUsedAddress,
  };
}
