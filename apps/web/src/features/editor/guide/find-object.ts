import type { FoundPassage } from "@blueprint/contract/guide";
import type { Scene } from "@blueprint/scene/read-scene";
import type { ObjectRef } from "@blueprint/scene/scene-kinds";

const objectKinds = {
  anchor: "anchors",
  document: "anchors",
  zone: "zones",
  tour: "tours",
  view: "views",
  storey: "floors",
} as const;

/** The object that a passage of the draft is about; null for the venue's details, and for what was removed since. */
export function findObject(scene: Scene, { kind, id }: Pick<FoundPassage, "kind" | "id">): ObjectRef | null {
  if (kind === "place" || kind === "hours" || kind === "fact") return null;
  const ofKind = objectKinds[kind];
  return scene[ofKind].some((object) => object.id === id) ? { kind: ofKind, id } : null;
}
