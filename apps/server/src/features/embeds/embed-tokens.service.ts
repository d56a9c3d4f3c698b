import type {
  changeEmbedToken as changeEndpoint,
  createEmbedToken as createEndpoint,
  EmbedToken,
} from "@blueprint/contract/embed-tokens";
import { embedFigures } from "@blueprint/contract/embed-tokens";
import type { EmbedTokenId } from "@blueprint/contract/ids";
import { limits } from "@blueprint/contract/limits";
import type { z } from "zod";
import type { Tx } from "../../db/database.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import { recordEvent } from "../../platform/events/record-event.ts";
import type { Actor } from "../../platform/http/actor.ts";
import type { BlueprintScope } from "../../platform/http/scope.ts";
import { logSecurity } from "../../platform/security-log.ts";
import { type BlueprintRow, requireLockedBlueprint } from "../blueprints/blueprints.service.ts";
import { writeEmbedToken } from "./embed-token-text.ts";
import {
  countTokensInUse,
  type EmbedTokenRow,
  insertToken,
  listTokens,
  lockToken,
  removeTokensEndedBefore,
  updateLockedToken,
} from "./embed-tokens.repository.ts";

declare module "../../platform/jobs/job-queue.ts" {
  interface JobPayloads {
    /** Removes tokens of embedded numbers that ended long ago. Runs daily. */
    "remove-embed-tokens": Record<string, never>;
  }
}

const dayMs = 24 * 3_600_000;

export async function listEmbedTokens(context: AppContext, scope: BlueprintScope): Promise<EmbedToken[]> {
  return (await listTokens(context.db, scope)).map((row) => toEmbedToken(context, row, row.createdByName));
}

/** @throws AppError embed-tokens-too-many, blueprint-in-bin */
export async function createEmbedToken(
  context: AppContext,
  actor: Actor,
  scope: BlueprintScope,
  { scope: opens, figures, days, origins, validDays }: z.output<typeof createEndpoint.schema.body>,
): Promise<EmbedToken> {
  const token = await context.db.transaction(async (tx) => {
    const blueprint = await requireLockedBlueprint(tx, scope, scope.blueprintId);
    if (blueprint.binnedAt !== null) throw new AppError("blueprint-in-bin");
    const now = context.clock.now();
    if ((await countTokensInUse(tx, scope, now)) >= limits.embedTokensPerBlueprintMax)
      throw new AppError("embed-tokens-too-many");
    const row = await insertToken(tx, scope, {
      id: context.ids.uuid(),
      scope: opens,
      figures: embedFigures.filter((known) => figures.includes(known)),
      days,
      origins: [...new Set(origins)],
      createdBy: actor.userId,
      createdAt: now,
      expiresAt: validDays === undefined ? null : new Date(now.getTime() + validDays * dayMs),
    });
    await record(tx, context, actor, "embed.created", blueprint, row);
    return toEmbedToken(context, row, actor.name);
  });
  log(context, actor, scope, "embed-token.created", token.id);
  return token;
}

/** Changes what a token that still works shows, and where. @throws AppError not-found, embed-token-ended */
export async function changeEmbedToken(
  context: AppContext,
  actor: Actor,
  scope: BlueprintScope,
  id: EmbedTokenId,
  { figures, days, origins }: z.output<typeof changeEndpoint.schema.body>,
): Promise<EmbedToken> {
  await context.db.transaction(async (tx) => {
    const blueprint = await requireLockedBlueprint(tx, scope, scope.blueprintId);
    const before = await requireLockedToken(tx, scope, id);
    if (toState(before, context.clock.now()) !== "active") throw new AppError("embed-token-ended");
    const change = {
      figures: figures === undefined ? before.figures : embedFigures.filter((known) => figures.includes(known)),
      days: days ?? before.days,
      origins: origins === undefined ? before.origins : [...new Set(origins)],
    };
    const isSame = (["figures", "days", "origins"] as const).every(
      (key) => String(change[key]) === String(before[key]),
    );
    if (isSame) return;
    await updateLockedToken(tx, id, change);
    await record(tx, context, actor, "embed.changed", blueprint, { ...before, ...change });
  });
  return await getEmbedToken(context, scope, id);
}

/** Revoking it again changes nothing. @throws AppError not-found */
export async function revokeEmbedToken(
  context: AppContext,
  actor: Actor,
  scope: BlueprintScope,
  id: EmbedTokenId,
): Promise<EmbedToken> {
  const isRevoked = await context.db.transaction(async (tx) => {
    const blueprint = await requireLockedBlueprint(tx, scope, scope.blueprintId);
    const row = await requireLockedToken(tx, scope, id);
    if (row.revokedAt !== null) return false;
    await updateLockedToken(tx, id, { revokedAt: context.clock.now() });
    await record(tx, context, actor, "embed.revoked", blueprint, row);
    return true;
  });
  if (isRevoked) log(context, actor, scope, "embed-token.revoked", id);
  return await getEmbedToken(context, scope, id);
}

async function requireLockedToken(tx: Tx, scope: BlueprintScope, id: EmbedTokenId): Promise<EmbedTokenRow> {
  const row = await lockToken(tx, scope, id);
  if (row === null) throw new AppError("not-found");
  return row;
}

async function getEmbedToken(context: AppContext, scope: BlueprintScope, id: EmbedTokenId): Promise<EmbedToken> {
  const token = (await listEmbedTokens(context, scope)).find((one) => one.id === id);
  if (token === undefined) throw new AppError("not-found");
  return token;
}

/** Tokens that ended long ago are of no use to anyone. */
export async function removeEndedEmbedTokens({ db, clock }: AppContext): Promise<void> {
  await removeTokensEndedBefore(db, new Date(clock.now().getTime() - limits.endedEmbedTokensKeptDays * dayMs));
}

async function record(
  tx: Tx,
  context: AppContext,
  actor: Actor,
  type: "embed.created" | "embed.changed" | "embed.revoked",
  { name }: BlueprintRow,
  { teamId, blueprintId, figures, origins, expiresAt }: EmbedTokenRow,
): Promise<void> {
  await recordEvent(tx, context, {
    actor,
    teamId: teamId as BlueprintScope["teamId"],
    type,
    subject: { id: blueprintId, name },
    facts: {
      figures: figures.join(", "),
      origins: origins.join(" "),
      expiresAt: expiresAt?.toISOString() ?? null,
    },
  });
}

function log(
  context: AppContext,
  { userId, origin }: Actor,
  { teamId }: BlueprintScope,
  event: "embed-token.created" | "embed-token.revoked",
  subjectId: EmbedTokenId,
): void {
  logSecurity(context, event, { userId, teamId, subjectId, ipAddress: origin?.ipAddress });
}

function toState({ revokedAt, expiresAt }: EmbedTokenRow, now: Date): EmbedToken["state"] {
  if (revokedAt !== null) return "revoked";
  return expiresAt !== null && expiresAt <= now ? "expired" : "active";
}

function toEmbedToken({ secrets, clock }: AppContext, row: EmbedTokenRow, createdByName: string | null): EmbedToken {
  const { scope, figures, days, origins, createdAt, expiresAt, revokedAt, lastUsedAt } = row;
  const id = row.id as EmbedTokenId;
  const state = toState(row, clock.now());
  return {
    ...{ id, scope, figures, days, origins, state, createdByName },
    token: state === "active" ? writeEmbedToken(secrets, { scope, id, expiresAt }) : null,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    revokedAt: revokedAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}
