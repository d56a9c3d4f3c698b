import type { EmbeddedNumbers, EmbedScope } from "@blueprint/contract/embed-tokens";
import type { BlueprintId } from "@blueprint/contract/ids";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import { createRecentAnswers } from "../../platform/recent-answers.ts";
import { findServedById, isForVisitors } from "../blueprints/blueprints.service.ts";
import { findVisitorScene } from "../short-links/short-links.service.ts";
import { readShownNumbers } from "../visits/visit-numbers.service.ts";
import { readEmbedToken } from "./embed-token-text.ts";
import { type EmbedTokenRow, type FoundToken, findToken, noteTokenUse } from "./embed-tokens.repository.ts";

const useNotedEveryMs = 60_000;
/** Numbers are counted again each minute: a busy site reads each of its embeds this often at most, from each server. */
const numbersKeptForMs = 15_000;
const keptNumbersMax = 1_000;

export interface OpenedEmbed {
  readonly row: EmbedTokenRow;
  readonly blueprintName: string;
  /** It was revoked or expired, or the place isn't its team's any more, or is in the bin. */
  readonly hasEnded: boolean;
}

/**
 * What a token opens; null if this installation didn't sign it, or nothing is known of it any more. The row is read each
 * time, so that a revocation counts from the next request on, on every server.
 */
export async function openEmbed(
  { db, secrets, clock }: AppContext,
  scope: EmbedScope,
  token: string,
): Promise<OpenedEmbed | null> {
  const text = readEmbedToken(secrets, token);
  if (text === null || text.scope !== scope) return null;
  const found = await findToken(db, text.id);
  if (found === null || found.row.scope !== scope) return null;
  const { row, blueprintName } = found;
  return { row, blueprintName, hasEnded: hasEnded(found, text.expiresAt, clock.now()) };
}

function hasEnded({ row, currentTeamId, isBinned }: FoundToken, signedExpiry: Date | null, now: Date): boolean {
  const ends = [row.expiresAt, signedExpiry];
  return (
    row.revokedAt !== null || isBinned || row.teamId !== currentTeamId || ends.some((end) => end !== null && end <= now)
  );
}

export type EmbeddedNumbersReader = (token: string) => Promise<EmbeddedNumbers>;

/** @returns reads the numbers of a token. @throws AppError embed-token-invalid, embed-token-ended */
export function createEmbeddedNumbersReader(context: AppContext): EmbeddedNumbersReader {
  const { db, clock } = context;
  const recent = createRecentAnswers<EmbeddedNumbers>(clock, {
    validForMs: numbersKeptForMs,
    keptMax: keptNumbersMax,
  });
  return async (token) => {
    const embed = await openEmbed(context, "numbers", token);
    if (embed === null) throw new AppError("embed-token-invalid");
    if (embed.hasEnded) throw new AppError("embed-token-ended");
    const { row } = embed;
    const now = clock.now();
    const numbers = await recent(`${row.id} ${row.days} ${row.figures}`, () => readNumbers(context, embed));
    const since = new Date(now.getTime() - useNotedEveryMs);
    if (row.lastUsedAt === null || row.lastUsedAt < since) await noteTokenUse(db, row.id, now, since);
    return numbers;
  };
}

async function readNumbers(context: AppContext, { row, blueprintName }: OpenedEmbed): Promise<EmbeddedNumbers> {
  const { db, clock } = context;
  const blueprintId = row.blueprintId as BlueprintId;
  const readAt = clock.now();
  const served = await findServedById(db, blueprintId, readAt);
  const isOpen = served !== null && isForVisitors(served);
  const shown = await readShownNumbers(context, blueprintId, {
    days: row.days,
    kinds: row.figures,
    scene: await findVisitorScene(context, blueprintId),
  });
  return {
    place: { name: blueprintName, slug: isOpen ? served.slug : null },
    readAt: readAt.toISOString(),
    ...shown,
  };
}
