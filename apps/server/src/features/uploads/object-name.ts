import {
  type ScanId,
  scanIdSchema,
  type TeamId,
  teamIdSchema,
  type UserId,
  userIdSchema,
} from "@blueprint/contract/ids";
import { AppError } from "../../platform/app-error.ts";

/** The owner of a name's location in the bucket. */
export type ObjectLocation =
  | { kind: "scan-original"; teamId: TeamId; scanId: ScanId }
  | { kind: "team-file"; teamId: TeamId }
  | { kind: "user-file"; userId: UserId }
  | { kind: "nobodys" };

/** Object stores agree on this many bytes of UTF-8. */
const nameBytesMax = 1024;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the rule exists to find accidents, and these are meant.
const unusableCharacters = /[\u0000-\u001f\u007f\ufffd]/;

/**
 * Parses the owner of a file from its name. The name is only compared and stored as text: no path is derived from it.
 * @throws AppError upload-name-invalid for the root (spec §5), for names with empty or dotted parts and for unreadable
 * ones
 */
export function parseObjectName(name: string): ObjectLocation {
  const parts = name.split("/");
  const isUsable =
    name.isWellFormed() &&
    Buffer.byteLength(name) <= nameBytesMax &&
    !unusableCharacters.test(name) &&
    parts.every((part) => part !== "" && part !== "." && part !== "..");
  if (!isUsable) throw new AppError("upload-name-invalid");

  const [root, owner, folder, id, leaf] = parts;
  if (root === "users" && parts.length >= 3) {
    const userId = userIdSchema.safeParse(owner);
    if (userId.success) return { kind: "user-file", userId: userId.data };
  }
  if (root === "teams" && parts.length >= 3) {
    const teamId = teamIdSchema.safeParse(owner);
    if (!teamId.success) return { kind: "nobodys" };
    if (folder !== "scans") return { kind: "team-file", teamId: teamId.data };
    const scanId = scanIdSchema.safeParse(id);
    const isOriginal = leaf === "original" && parts.length === 6;
    if (isOriginal && scanId.success) return { kind: "scan-original", teamId: teamId.data, scanId: scanId.data };
  }
  return { kind: "nobodys" };
}
