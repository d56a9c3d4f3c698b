import type { CommentTarget, CommentThread } from "@blueprint/scene/comment-thread";
import type { Scene } from "@blueprint/scene/read-scene";
import type { ObjectRef } from "@blueprint/scene/scene-kinds";
import type { Vector3 } from "@blueprint/scene/vector";
import { findObjectName } from "../object-names.ts";
import { listPoints } from "../tools/transform/find-pivot.ts";

type Subject = Pick<CommentThread, "target" | "targetId">;

/** Subject of a new thread, with the position it keeps. */
export interface CommentSubject {
  readonly target: CommentTarget;
  readonly targetId: string | null;
  /** Metres, world frame. */
  readonly position: Vector3;
  readonly floor: number;
  /** Display name, for emails. */
  readonly name: string;
}

/** Kinds that can be selected; points and scans can't. */
const kinds: Partial<Record<CommentTarget, ObjectRef["kind"]>> = {
  anchor: "anchors",
  zone: "zones",
  measurement: "measurements",
  plan: "plans",
  tour: "tours",
  view: "views",
};

/** The selected object as a comment subject; null for kinds that don't take comments and for deleted objects. */
export function toCommentSubject(scene: Scene, ref: ObjectRef): CommentSubject | null {
  const target = (Object.keys(kinds) as CommentTarget[]).find((candidate) => kinds[candidate] === ref.kind);
  const name = findObjectName(scene, ref);
  if (target === undefined || name === null) return null;
  const position = findFirstPoint(scene, ref);
  return { target, targetId: ref.id, position, floor: findStorey(scene, ref), name };
}

/** A point on the object itself, so that the thread keeps its place after the object is deleted. */
function findFirstPoint(scene: Scene, ref: ObjectRef): Vector3 {
  return listPoints(scene, [ref])[0] ?? [0, 0, 0];
}

function findStorey(scene: Scene, { kind, id }: ObjectRef): number {
  if (kind === "tours") {
    const first = scene.tours.find((tour) => tour.id === id)?.stops[0];
    return scene.anchors.find((anchor) => anchor.id === first?.anchorId)?.floor ?? 0;
  }
  if (kind !== "anchors" && kind !== "zones" && kind !== "measurements" && kind !== "plans" && kind !== "views")
    return 0;
  return scene[kind].find((object) => object.id === id)?.floor ?? 0;
}

/** The thread's subject, if it still exists and can be selected. */
export function findSubject(scene: Scene, { target, targetId }: Subject): ObjectRef | null {
  const kind = kinds[target];
  if (kind === undefined || targetId === null) return null;
  return findObjectName(scene, { kind, id: targetId }) === null ? null : { kind, id: targetId };
}

/** The thread's subject, in words. */
export function nameSubject(scene: Scene, subject: Subject): string {
  const ref = findSubject(scene, subject);
  if (ref !== null) return findObjectName(scene, ref) ?? "";
  const article = subject.target === "anchor" ? "An" : "A";
  return subject.target in kinds ? `${article} ${subject.target} that was deleted` : `A ${subject.target}`;
}

/** Open threads about points and about deleted objects: these have no other mark in the 3D view. */
export function listMarkedThreads(scene: Scene): CommentThread[] {
  return scene.threads.filter((thread) => thread.resolvedAt === "" && findSubject(scene, thread) === null);
}
