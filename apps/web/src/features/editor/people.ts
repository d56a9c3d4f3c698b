import { presenceSchema } from "@blueprint/contract/collaboration";
import type { Vector3 } from "@blueprint/scene/vector";
import type { CameraPose } from "../viewer/viewer.ts";

/** Another person who has this document open. A person with two tabs is listed twice. */
export interface Person {
  /** Their Yjs client: one per open tab. */
  readonly clientId: number;
  readonly userId: string;
  readonly name: string;
  readonly colour: string;
  readonly cursor: Vector3 | null;
  readonly selection: readonly { readonly kind: string; readonly id: string }[];
  readonly camera: CameraPose | null;
}

/** Whether a person has an object selected. */
export function hasSelected(person: Person, kind: string, id: string): boolean {
  return person.selection.some((ref) => ref.kind === kind && ref.id === id);
}

const colours = 6;

/** A person's colour, the same for everyone. */
export function toPersonColour(userId: string): string {
  let sum = 0;
  for (const character of userId) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  // The accent with its hue rotated: contrast holds in light and dark themes, and no new colours are needed.
  return `oklch(from var(--accent) l c calc(h + ${30 + (sum % colours) * (360 / colours)}))`;
}

/** Up to two initials of a name. */
export function toInitials(name: string): string {
  const words = name.trim().split(/\s+/u);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return (
    letters
      .map((word) => [...(word ?? "")][0] ?? "")
      .join("")
      .toUpperCase() || "?"
  );
}

/** Parses presence states from the server; skips invalid ones. */
export function readPeople(states: ReadonlyMap<number, unknown>, ownClientId: number): Person[] {
  const people: Person[] = [];
  for (const [clientId, state] of states) {
    const presence = presenceSchema.safeParse(state);
    if (clientId === ownClientId || !presence.success || presence.data.user === undefined) continue;
    const { user, cursor, selection, camera } = presence.data;
    people.push({
      clientId,
      userId: user.id,
      name: user.name,
      colour: toPersonColour(user.id),
      cursor: cursor ?? null,
      selection: selection ?? [],
      camera: camera ?? null,
    });
  }
  return people.sort((a, b) => a.name.localeCompare(b.name) || a.clientId - b.clientId);
}
