import type { SaveObstacle, SceneAccess } from "@blueprint/contract/collaboration";

/** What determines the save status text. */
export interface SaveFacts {
  readonly isLoaded: boolean;
  readonly isOnline: boolean;
  readonly access: SceneAccess;
  /** The user's edits that the server hasn't confirmed. */
  readonly unsavedCount: number;
  /** The server reported a failed write; it keeps retrying. */
  readonly hasSaveFailed: boolean;
  /** Reason for the failed write, if the server knows it. */
  readonly obstacle: SaveObstacle | null;
  /** Rate-limited by the server; the connection resumes by itself after a while. */
  readonly isSlowedDown: boolean;
}

export interface SaveStatus {
  readonly tone: "good" | "busy" | "attention" | "neutral";
  readonly text: string;
}

/** Says "Saved" only when the server has everything on disk. */
export function describeSaveStatus(facts: SaveFacts): SaveStatus {
  const { isLoaded, isOnline, access, unsavedCount, hasSaveFailed, obstacle, isSlowedDown } = facts;
  const changes = unsavedCount === 1 ? "1 change" : `${unsavedCount} changes`;
  if (!isOnline && isSlowedDown) return { tone: "attention", text: "Too many changes at once, resuming shortly" };
  if (!isOnline && unsavedCount > 0) return { tone: "attention", text: `Offline, ${changes} not synced` };
  if (!isOnline) return { tone: "attention", text: isLoaded ? "Offline" : "Connecting…" };
  if (!isLoaded) return { tone: "busy", text: "Opening…" };
  // Edit access was revoked mid-edit.
  if (access === "read" && unsavedCount > 0) return { tone: "attention", text: `Read only, ${changes} not saved` };
  if (access === "read") return { tone: "neutral", text: "Read only" };
  if (unsavedCount > 0 && hasSaveFailed && obstacle === "storage-full")
    return { tone: "attention", text: "Not saved yet, the server's disk is full" };
  if (unsavedCount > 0 && hasSaveFailed) return { tone: "attention", text: "Not saved yet, retrying" };
  if (unsavedCount > 0) return { tone: "busy", text: "Saving…" };
  if (access === "comment") return { tone: "neutral", text: "Comment only" };
  return { tone: "good", text: "Saved" };
}
