import type { AppContext } from "../../platform/app-context.ts";
import { isCapabilityValid, makeCapability } from "../../platform/http/capability.ts";

const validForMs = 6 * 3600 * 1000;
export const filesPath = "/files";

/** Those who are shown a published place, and for whom its files end with that. */
export interface PlaceAudience {
  readonly blueprintId: string;
  /**
   * What `visitors` get may be kept by caches that people share. `guests` have an audience's link, `members` the right
   * to see the blueprint.
   */
  readonly who: keyof typeof placeMarks;
}

/** Who an address was made for: the team at its own work, or somebody before a published place. */
export type FileAudience = "team" | PlaceAudience;

const placeMarks = { visitors: "v", guests: "g", members: "m" } as const;

/** A short-lived address of a converted file; files beside it are reached relative to it. */
export function toFileUrl(context: AppContext, prefix: string, path: string, audience: FileAudience = "team"): string {
  const inFolder = path.split("/").map(encodeURIComponent).join("/");
  return `${filesPath}/${makeFileCapability(context, prefix, audience)}/${encodeURI(prefix)}/${inFolder}`;
}

/** A short-lived address of a scan's original. */
export function toOriginalUrl(context: AppContext, scanId: string): string {
  const prefix = toOriginalPrefix(scanId);
  return `${filesPath}/${makeFileCapability(context, prefix, "team")}/${prefix}`;
}

export function toOriginalPrefix(scanId: string): string {
  return `originals/${scanId}`;
}

/** A short-lived address of one file of a team's content. */
export function toMediaUrl(context: AppContext, teamId: string, fileId: string, audience: FileAudience): string {
  const prefix = toMediaPrefix(teamId, fileId);
  return `${filesPath}/${makeFileCapability(context, prefix, audience)}/${prefix}`;
}

export function toMediaPrefix(teamId: string, fileId: string): string {
  return `media/${teamId}/${fileId}`;
}

export interface FileRight {
  audience: FileAudience;
  /** Until when an answer may be kept. */
  secondsLeft: number;
}

/** What a capability allows for a prefix; null when it is forged, expired or for something else. */
export function findFileRight(context: AppContext, capability: string, prefix: string): FileRight | null {
  const { audience, signed } = readAudience(capability);
  const subject = toSubject(prefix, audience);
  if (!isCapabilityValid(context.secrets.capabilityKey, context.clock, subject, signed)) return null;
  // A capability starts with its end in base 36; the signature behind the dot vouches for it.
  const leftMs = Number.parseInt(signed, 36) - context.clock.now().getTime();
  return { audience, secondsLeft: Math.max(0, Math.floor(leftMs / 1000)) };
}

/** The place stands behind the signature: whoever is asked for the file looks whether it is still served. */
function makeFileCapability({ secrets, clock }: AppContext, prefix: string, audience: FileAudience): string {
  const signed = makeCapability(secrets.capabilityKey, clock, toSubject(prefix, audience), validForMs);
  if (audience === "team") return signed;
  const place = Buffer.from(audience.blueprintId.replaceAll("-", ""), "hex").toString("base64url");
  return `${signed}.${placeMarks[audience.who]}${place}`;
}

function readAudience(capability: string): { audience: FileAudience; signed: string } {
  const [, signed = capability, mark, place = ""] = /^([^.]+\.[^.]+)\.([a-z])([\w-]{22})$/.exec(capability) ?? [];
  const who = (["visitors", "guests", "members"] as const).find((one) => placeMarks[one] === mark);
  if (who === undefined) return { audience: "team", signed: capability };
  const hex = Buffer.from(place, "base64url").toString("hex");
  return { audience: { blueprintId: hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-"), who }, signed };
}

function toSubject(prefix: string, audience: FileAudience): string {
  return audience === "team" ? `team:${prefix}` : `${audience.who}:${audience.blueprintId}:${prefix}`;
}
