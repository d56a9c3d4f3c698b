import type { Anchor } from "@blueprint/scene/anchor";
import { movePoint, type SpaceMove } from "@blueprint/scene/transform-objects";
import type { ViewerAnchor } from "../../viewer/viewer.ts";
import type { ComparedMoment } from "../editor.store.ts";
import type { Person } from "../people.ts";
import { toAnchorName } from "../scene-changes.ts";

const changeColours = {
  added: "var(--good)",
  moved: "var(--attention)",
  changed: "var(--danger)",
  removed: "var(--danger)",
} as const;

/** What determines how an anchor is drawn, besides its own values. */
export interface AnchorLooks {
  /** Ids of the anchors that are drawn. */
  readonly drawn: ReadonlySet<string>;
  readonly selected: ReadonlySet<string>;
  /** By the id of the anchor that a teammate has selected. */
  readonly teammateColours: ReadonlyMap<string, string>;
  readonly changes: ComparedMoment["changes"] | undefined;
  /** What a drag will do to the selected ones on release. */
  readonly preview: SpaceMove | null;
}

/** Anchors as the 3D view and the plan draw them. The number on a pin is its position in the full list. */
export function toCanvasAnchors(anchors: readonly Anchor[], looks: AnchorLooks): ViewerAnchor[] {
  return anchors.flatMap((anchor, index): ViewerAnchor[] => {
    if (!looks.drawn.has(anchor.id)) return [];
    const { id, title, type, position, normal, icon, colour: own } = anchor;
    const isSelected = looks.selected.has(id);
    const change = looks.changes?.get(id);
    const colour = looks.teammateColours.get(id) ?? (change === undefined ? own : changeColours[change]);
    return [
      {
        id,
        title: toAnchorName({ title }),
        type,
        position: looks.preview !== null && isSelected ? movePoint(position, looks.preview) : position,
        normal,
        number: index + 1,
        isSelected,
        ...(icon === null ? {} : { icon }),
        ...(colour === null ? {} : { colour }),
      },
    ];
  });
}

/**
 * The colours of teammates' selected anchors as one text, which stays the same while only their cursors move: that is
 * too often to redraw all pins.
 */
export function packTeammateColours(people: readonly Pick<Person, "selection" | "colour">[]): string {
  return people
    .flatMap(({ selection, colour }) =>
      selection.filter(({ kind }) => kind === "anchors").map(({ id }) => `${id}\n${colour}`),
    )
    .join("\n");
}

export function unpackTeammateColours(packed: string): Map<string, string> {
  const colours = new Map<string, string>();
  const parts = packed.split("\n");
  for (let index = 0; index + 1 < parts.length; index += 2) colours.set(parts[index]!, parts[index + 1]!);
  return colours;
}
