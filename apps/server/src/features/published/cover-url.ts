import type { Cover } from "@blueprint/contract/blueprint-details";
import type { FrozenScan } from "../../db/schema/blueprints.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { type FileAudience, toFileUrl, toMediaUrl } from "../blueprints/file-addresses.service.ts";

/** Address of the picture that a team chose for a version. @param scans those that the audience sees @returns null for none of them */
export function toCoverUrl(
  context: AppContext,
  { scans, teamId, cover }: { scans: readonly FrozenScan[]; teamId: string; cover: Cover | null },
  audience: FileAudience,
): string | null {
  if (cover === null) return null;
  if (cover.kind === "file") return toMediaUrl(context, teamId, cover.id, audience);
  const shown = scans.find(({ scanId }) => scanId === cover.id);
  return shown === undefined ? null : toFileUrl(context, shown.deliveryPrefix, shown.preview, audience);
}
