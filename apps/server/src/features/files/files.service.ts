import type { AppContext } from "../../platform/app-context.ts";
import { isCapabilityValid, makeCapability } from "../../platform/http/capability.ts";

const validForMs = 6 * 3600 * 1000;
export const filesPath = "/files";

/** Who an address was made for: what visitors of a published place get may be kept by caches that people share. */
export type FileAudience = "team" | "visitors";

/** A short-lived address of a converted file; files beside it are reached relative to it. */
export function toFileUrl(context: AppContext, prefix: string, path: string, audience: FileAudience = "team"): string {
  const capability = makeCapability(
    context.secrets.capabilityKey,
    context.clock,
    toSubject(prefix, audience),
    validForMs,
  );
  return `${filesPath}/${capability}/${encodeURI(prefix)}/${path.split("/").map(encodeURIComponent).join("/")}`;
}

/** A short-lived address of a scan's original. */
export function toOriginalUrl(context: AppContext, scanId: string): string {
  const prefix = toOriginalPrefix(scanId);
  const capability = makeCapability(
    context.secrets.capabilityKey,
    context.clock,
    toSubject(prefix, "team"),
    validForMs,
  );
  return `${filesPath}/${capability}/${prefix}`;
}

export function toOriginalPrefix(scanId: string): string {
  return `originals/${scanId}`;
}

/** A short-lived address of one file of a team's content. */
export function toMediaUrl(context: AppContext, teamId: string, fileId: string, audience: FileAudience): string {
  const prefix = toMediaPrefix(teamId, fileId);
  const subject = toSubject(prefix, audience);
  const capability = makeCapability(context.secrets.capabilityKey, context.clock, subject, validForMs);
  return `${filesPath}/${capability}/${prefix}`;
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
  for (const audience of ["team", "visitors"] as const) {
    const subject = toSubject(prefix, audience);
    if (!isCapabilityValid(context.secrets.capabilityKey, context.clock, subject, capability)) continue;
    // A capability starts with its end in base 36; the signature behind the dot vouches for it.
    const leftMs = Number.parseInt(capability, 36) - context.clock.now().getTime();
    return { audience, secondsLeft: Math.max(0, Math.floor(leftMs / 1000)) };
  }
  return null;
}

function toSubject(prefix: string, audience: FileAudience): string {
  return `${audience}:${prefix}`;
}
