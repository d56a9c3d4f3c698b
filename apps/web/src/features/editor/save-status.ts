import type { SceneAccess } from "@blueprint/contract/collaboration";

/** What decides about the words for "is my work safe". */
export interface SaveFacts {
  readonly isLoaded: boolean;
  readonly isOnline: boolean;
  readonly access: SceneAccess;
  /** Edits of this person that the server has not confirmed. */
  readonly unsavedCount: number;
  /** The server said that it could not write; it keeps trying. */
  readonly hasSaveFailed: boolean;
  /** More was sent than the server takes at once; the connection comes back by itself after a while. */
  readonly isSlowedDown: boolean;
}

export interface SaveStatus {
  readonly tone: "good" | "busy" | "attention" | "neutral";
  readonly text: string;
}

/** "Saved" is only ever said when the server has everything on its disk. */
export function describeSaveStatus(facts: SaveFacts): SaveStatus {
  const { isLoaded, isOnline, access, unsavedCount, hasSaveFailed, isSlowedDown } = facts;
  const changes = unsavedCount === 1 ? "1 change" : `${unsavedCount} changes`;
  if (!isOnline && isSlowedDown) return { tone: "attention", text: "Too many changes at once, resuming shortly" };
  if (!isOnline && unsavedCount > 0) return { tone: "attention", text: `Offline, ${changes} not sent` };
  if (!isOnline) return { tone: "attention", text: isLoaded ? "Offline" : "Connecting…" };
  if (!isLoaded) return { tone: "busy", text: "Opening…" };
  // The right to edit was taken away in mid-edit.
  if (access === "read" && unsavedCount > 0) return { tone: "attention", text: `Read only, ${changes} not saved` };
  if (access === "read") return { tone: "neutral", text: "Read only" };
  if (unsavedCount > 0 && hasSaveFailed) return { tone: "attention", text: "Not saved yet, retrying" };
  if (unsavedCount > 0) return { tone: "busy", text: "Saving…" };
  if (access === "comment") return { tone: "neutral", text: "Comment only" };
  return { tone: "good", text: "Saved" };
}
