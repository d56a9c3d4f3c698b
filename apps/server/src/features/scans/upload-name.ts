import type { ScanId, TeamId } from "@blueprint/contract/ids";

const stemCharactersMax = 80;
const extensionPattern = /\.[a-z0-9]{1,10}$/i;

/**
 * The object path that an original is uploaded to. Its last part resembles the file's name but contains only characters
 * that every client, log and proxy passes on unchanged; the real name is stored separately.
 */
export function toUploadName(teamId: TeamId, scanId: ScanId, fileName: string): string {
  const extension = extensionPattern.exec(fileName)?.[0].toLowerCase() ?? "";
  const stem = fileName
    .slice(0, fileName.length - extension.length)
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .replace(/[^A-Za-z0-9_-]+/g, "-")
    .slice(0, stemCharactersMax)
    .replace(/^-+|-+$/g, "");
  return `teams/${teamId}/scans/${scanId}/original/${stem === "" ? "scan" : stem}${extension}`;
}
