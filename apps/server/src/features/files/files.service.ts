import type { AppContext } from "../../platform/app-context.ts";
import { isCapabilityValid, makeCapability } from "../../platform/http/capability.ts";

const validForMs = 6 * 3600 * 1000;
export const filesPath = "/files";

/** A short-lived address of a converted file; files beside it are reached relative to it. */
export function toFileUrl(context: AppContext, prefix: string, path: string): string {
  const capability = makeCapability(context.secrets.capabilityKey, context.clock, prefix, validForMs);
  return `${filesPath}/${capability}/${encodeURI(prefix)}/${path.split("/").map(encodeURIComponent).join("/")}`;
}

export function mayReadFile(context: AppContext, capability: string, prefix: string): boolean {
  return isCapabilityValid(context.secrets.capabilityKey, context.clock, prefix, capability);
}
