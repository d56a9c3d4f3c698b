import { randomInt } from "node:crypto";
import { claimCodeCharacters, claimCodeInGroups } from "@blueprint/contract/claim-code";
import { claimDays } from "@blueprint/contract/claim-steps";
import type { ClaimCode } from "@blueprint/contract/claims";
import type { BlueprintId, ClaimCodeId, TeamId } from "@blueprint/contract/ids";
import { limits } from "@blueprint/contract/limits";
import { shortCodeAlphabet } from "@blueprint/contract/short-code";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Actor } from "../../platform/http/actor.ts";
import type { BlueprintScope } from "../../platform/http/scope.ts";
import { sign } from "../../platform/secrets.ts";
import { requireLockedBlueprint } from "../blueprints/blueprints.service.ts";
import { type ClaimCodeRow, countOpenCodes, deleteCode, insertCode, listCodes } from "./claim-codes.repository.ts";
import { lockPlace } from "./claims.repository.ts";
import { findOpenPlace } from "./claims.service.ts";

const dayMs = 24 * 3_600_000;

export interface MadeCode {
  readonly code: string;
  readonly expiresAt: string;
}

/** What is stored of a code. Codes are short enough to try all of them against a plain hash, so the hash has a key. */
export function toCodeHash({ secrets }: Pick<AppContext, "secrets">, code: string): string {
  return sign(secrets.sessionKey, `claim-code:${code}`);
}

export async function listClaimCodes({ db, clock }: AppContext, scope: BlueprintScope): Promise<ClaimCode[]> {
  return (await listCodes(db, scope)).map((row) => toClaimCode(row, clock.now()));
}

/** @throws AppError claim-codes-too-many */
export async function makeTeamCode(
  context: AppContext,
  actor: Actor,
  scope: BlueprintScope,
  label: string,
): Promise<MadeCode> {
  const { blueprintId } = scope;
  return await context.db.transaction(async (tx) => {
    await requireLockedBlueprint(tx, scope, blueprintId);
    return await insertNewCode(tx, context, actor, { blueprintId, teamId: scope.teamId, label });
  });
}

/** @throws AppError not-found, claim-codes-too-many */
export async function makeOperatorCode(
  context: AppContext,
  actor: Actor,
  { slug, label }: { slug: string; label: string },
): Promise<MadeCode> {
  const place = await findOpenPlace(context, slug);
  if (place === null)
    throw new AppError("invalid-input", { fields: { slug: "No place is open to visitors at this address." } });
  const blueprintId = place.id as BlueprintId;
  return await context.db.transaction(async (tx) => {
    await lockPlace(tx, blueprintId);
    return await insertNewCode(tx, context, actor, { blueprintId, teamId: null, label });
  });
}

/** @throws AppError not-found */
export async function removeClaimCode({ db }: AppContext, scope: BlueprintScope, id: ClaimCodeId): Promise<void> {
  if (!(await deleteCode(db, scope, id))) throw new AppError("not-found");
}

async function insertNewCode(
  tx: Parameters<typeof insertCode>[0],
  context: AppContext,
  actor: Actor,
  { blueprintId, teamId, label }: { blueprintId: BlueprintId; teamId: TeamId | null; label: string },
): Promise<MadeCode> {
  const now = context.clock.now();
  if ((await countOpenCodes(tx, blueprintId, now)) >= limits.claimCodesMax) throw new AppError("claim-codes-too-many");
  const draw = () => shortCodeAlphabet[randomInt(shortCodeAlphabet.length)];
  const code = Array.from({ length: claimCodeCharacters }, draw).join("");
  const expiresAt = new Date(now.getTime() + claimDays.code * dayMs);
  await insertCode(tx, {
    id: context.ids.uuid(),
    blueprintId,
    codeHash: toCodeHash(context, code),
    label,
    teamId,
    createdBy: actor.userId,
    createdAt: now,
    expiresAt,
  });
  return { code: claimCodeInGroups(code), expiresAt: expiresAt.toISOString() };
}

function toClaimCode({ id, label, createdAt, expiresAt, usedAt }: ClaimCodeRow, now: Date): ClaimCode {
  return {
    id: id as ClaimCodeId,
    label,
    state: usedAt !== null ? "used" : expiresAt <= now ? "expired" : "open",
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    usedAt: usedAt?.toISOString() ?? null,
  };
}
