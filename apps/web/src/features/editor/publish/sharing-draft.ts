import type { Blueprint, Visibility } from "@blueprint/contract/blueprints";

/** Choices in the dialog that aren't saved yet. */
export interface SharingDraft {
  readonly visibility: Visibility;
  /** Empty keeps the current one. */
  readonly password: string;
  /** As in a `datetime-local` field; empty for never. */
  readonly expiresAt: string;
  /** One per line. */
  readonly embedOrigins: string;
}

export function toSharingDraft({ visibility, latestVersion, expiresAt, embedOrigins }: Blueprint): SharingDraft {
  return {
    // Nothing has been chosen before the first publication.
    visibility: latestVersion === 0 ? "unlisted" : visibility,
    password: "",
    expiresAt: expiresAt === null ? "" : toLocalInput(new Date(expiresAt)),
    embedOrigins: embedOrigins.join("\n"),
  };
}

/** The change to send: only what differs from the server's state. */
export function toSharingChange(draft: SharingDraft, blueprint: Blueprint) {
  const before = toSharingDraft(blueprint);
  return {
    ...(draft.visibility === blueprint.visibility ? {} : { visibility: draft.visibility }),
    ...(draft.password === "" ? {} : { password: draft.password }),
    ...(draft.expiresAt === before.expiresAt
      ? {}
      : { expiresAt: draft.expiresAt === "" ? null : new Date(draft.expiresAt).toISOString() }),
    ...(draft.embedOrigins.trim() === before.embedOrigins.trim()
      ? {}
      : { embedOrigins: draft.embedOrigins.split(/\s+/).filter((origin) => origin !== "") }),
  };
}

/** The field takes local time without a zone. */
export function toLocalInput(date: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** Whether people without an account may visit. */
export function isForVisitors({ visibility }: Pick<SharingDraft, "visibility">): boolean {
  return visibility !== "private" && visibility !== "team";
}
