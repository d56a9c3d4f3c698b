import { type EmbedScope, embedScopes, embedTokenCharactersMax } from "@blueprint/contract/embed-tokens";
import type { EmbedTokenId } from "@blueprint/contract/ids";
import { isSigned, type Secrets, sign } from "../../platform/secrets.ts";

/** What a token says of itself. Everything else is in its row, so that it can change while pages hold the token. */
export interface EmbedTokenText {
  readonly scope: EmbedScope;
  readonly id: EmbedTokenId;
  readonly expiresAt: Date | null;
}

const version = "v1";

export function writeEmbedToken({ capabilityKey }: Secrets, { scope, id, expiresAt }: EmbedTokenText): string {
  const text = [version, scope, id, (expiresAt?.getTime() ?? 0).toString(36)].join(".");
  return `${text}.${sign(capabilityKey, `embed\n${text}`)}`;
}

/** Null for texts that this installation didn't sign. Whether the token has ended is up to its row. */
export function readEmbedToken({ capabilityKey }: Secrets, token: string): EmbedTokenText | null {
  if (token.length > embedTokenCharactersMax) return null;
  const end = token.lastIndexOf(".");
  const text = token.slice(0, Math.max(0, end));
  if (!isSigned(capabilityKey, `embed\n${text}`, token.slice(end + 1))) return null;
  const [written, wanted, id, endsAt = ""] = text.split(".");
  const scope = embedScopes.find((known) => known === wanted);
  if (written !== version || scope === undefined || id === undefined) return null;
  const endsAtMs = Number.parseInt(endsAt, 36);
  return { scope, id: id as EmbedTokenId, expiresAt: endsAtMs === 0 ? null : new Date(endsAtMs) };
}
