import type { UserId } from "@blueprint/contract/ids";
import type { AppContext } from "../../platform/app-context.ts";
import { filesPath, isCapabilityValid, makeCapability } from "../../platform/http/capability.ts";

const validForMs = 6 * 3600 * 1000;

/**
 * Who views a published place. Shared caches may keep responses for `visitors`. `guests` have an audience link;
 * `members` have a permission in the team, and each gets personal URLs.
 */
export type PlaceCircle =
  | { readonly who: "visitors" | "guests" }
  | { readonly who: "members"; readonly userId: UserId };

/** A viewer of a published place: file URLs expire with the place, and with a member's permission. */
export type PlaceAudience = PlaceCircle & { readonly blueprintId: string };

/** A team member working on a blueprint: file URLs expire with the scan, and with the member's permission. */
export interface TeamReader {
  readonly who: "team";
  readonly userId: UserId;
}

/** Who a file URL was issued to. */
export type FileAudience = TeamReader | PlaceAudience;

const marks = { visitors: "v", guests: "g", members: "m", team: "t" } as const;

export function toTeamReader({ userId }: { readonly userId: UserId }): TeamReader {
  return { who: "team", userId };
}

/** A short-lived address of a converted file; neighbouring files are reached relative to it. */
export function toFileUrl(context: AppContext, prefix: string, path: string, audience: FileAudience): string {
  const inFolder = path.split("/").map(encodeURIComponent).join("/");
  return `${toOrigin(context)}${filesPath}/${makeFileCapability(context, prefix, audience)}/${encodeURI(prefix)}/${inFolder}`;
}

/** Relative to our own origin unless a content delivery network is in front of the files. */
function toOrigin({ config }: AppContext): string {
  return config.cdnUrl ?? "";
}

/** A short-lived address of a scan's original: downloaded once, so never through a content delivery network. */
export function toOriginalUrl(context: AppContext, scanId: string, reader: TeamReader): string {
  const prefix = toOriginalPrefix(scanId);
  return `${filesPath}/${makeFileCapability(context, prefix, reader)}/${prefix}`;
}

export function toOriginalPrefix(scanId: string): string {
  return `originals/${scanId}`;
}

/** A short-lived address of one file of a team's content. */
export function toMediaUrl(context: AppContext, teamId: string, fileId: string, audience: FileAudience): string {
  const prefix = toMediaPrefix(teamId, fileId);
  return `${toOrigin(context)}${filesPath}/${makeFileCapability(context, prefix, audience)}/${prefix}`;
}

export function toMediaPrefix(teamId: string, fileId: string): string {
  return `media/${teamId}/${fileId}`;
}

export interface FileRight {
  audience: FileAudience;
  /** How long an answer may be cached. */
  secondsLeft: number;
}

/** The right that a capability grants for a prefix; null when it is forged, expired or for another prefix. */
export function findFileRight(context: AppContext, capability: string, prefix: string): FileRight | null {
  const [, signed = "", mark = ""] = /^([^.]+\.[^.]+)\.([^.]+)$/.exec(capability) ?? [];
  const audience = readMark(mark);
  // Several Base64 strings decode to the same bytes; only the canonical one is valid.
  if (audience === null || toMark(audience) !== mark) return null;
  const subject = toSubject(prefix, audience);
  if (!isCapabilityValid(context.secrets.capabilityKey, context.clock, subject, signed)) return null;
  // A capability starts with its expiry in base 36; the signature after the dot vouches for it.
  const leftMs = Number.parseInt(signed, 36) - context.clock.now().getTime();
  return { audience, secondsLeft: Math.max(0, Math.floor(leftMs / 1000)) };
}

/**
 * The ids of place and user follow the signature: the file route checks that the place is still served and that the
 * user still has the permission.
 */
function makeFileCapability({ secrets, clock }: AppContext, prefix: string, audience: FileAudience): string {
  const signed = makeCapability(secrets.capabilityKey, clock, toSubject(prefix, audience), validForMs);
  return `${signed}.${toMark(audience)}`;
}

function toMark(audience: FileAudience): string {
  return marks[audience.who] + listIds(audience).map(packId).join("");
}

function readMark(mark: string): FileAudience | null {
  const [first = "", second = ""] = (mark.slice(1).match(/.{22}/g) ?? []).map(unpackId);
  switch (mark[0]) {
    case marks.team:
      return { who: "team", userId: first as UserId };
    case marks.members:
      return { who: "members", blueprintId: first, userId: second as UserId };
    case marks.visitors:
      return { who: "visitors", blueprintId: first };
    case marks.guests:
      return { who: "guests", blueprintId: first };
    default:
      return null;
  }
}

function toSubject(prefix: string, audience: FileAudience): string {
  return [audience.who, ...listIds(audience), prefix].join(":");
}

function listIds(audience: FileAudience): string[] {
  if (audience.who === "team") return [audience.userId];
  return audience.who === "members" ? [audience.blueprintId, audience.userId] : [audience.blueprintId];
}

/** Encodes a UUID in 22 characters. */
function packId(id: string): string {
  return Buffer.from(id.replaceAll("-", ""), "hex").toString("base64url");
}

function unpackId(packed: string): string {
  const hex = Buffer.from(packed, "base64url").toString("hex");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
