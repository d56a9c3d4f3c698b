import type { Anchor } from "@blueprint/scene/anchor";
import type { Scene } from "@blueprint/scene/read-scene";

/** The name people see for an anchor. */
export function toAnchorName(anchor: Pick<Anchor, "title">): string {
  return anchor.title.trim() === "" ? "Unnamed anchor" : anchor.title;
}

const namedMax = 2;

/** What somebody else changed, in a sentence for a screen reader; null when nothing that is shown changed. */
export function describeChanges(before: Scene, after: Scene, who: string): string | null {
  const old = new Map(before.anchors.map((anchor) => [anchor.id, anchor]));
  const now = new Set(after.anchors.map((anchor) => anchor.id));
  const added = after.anchors.filter((anchor) => !old.has(anchor.id));
  const removed = before.anchors.filter((anchor) => !now.has(anchor.id));
  const moved: Anchor[] = [];
  const edited: Anchor[] = [];
  for (const anchor of after.anchors) {
    const earlier = old.get(anchor.id);
    if (earlier === undefined) continue;
    if (earlier.title !== anchor.title || earlier.text !== anchor.text) edited.push(anchor);
    else if (earlier.position.some((value, axis) => value !== anchor.position[axis])) moved.push(anchor);
  }
  const parts = [
    describeGroup("placed", added),
    describeGroup("removed", removed),
    describeGroup("edited", edited),
    describeGroup("moved", moved),
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : `${who} ${parts.join(", ")}.`;
}

function describeGroup(verb: string, anchors: readonly Anchor[]): string | null {
  if (anchors.length === 0) return null;
  if (anchors.length > namedMax) return `${verb} ${anchors.length} anchors`;
  return `${verb} ${anchors.map(toAnchorName).join(" and ")}`;
}
