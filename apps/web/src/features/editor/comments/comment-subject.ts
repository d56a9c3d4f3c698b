import type { CommentTarget, CommentThread } from "@blueprint/scene/comment-thread";
import type { Scene } from "@blueprint/scene/read-scene";
import type { ObjectRef } from "@blueprint/scene/scene-kinds";
import { findObjectName } from "../object-names.ts";

type Subject = Pick<CommentThread, "target" | "targetId">;

/** Kinds of things that can be selected; points and scans cannot. */
const kinds: Partial<Record<CommentTarget, ObjectRef["kind"]>> = {
  anchor: "anchors",
  zone: "zones",
  measurement: "measurements",
  plan: "plans",
};

/** What a talk is about, where it is still there and can be selected. */
export function findSubject(scene: Scene, { target, targetId }: Subject): ObjectRef | null {
  const kind = kinds[target];
  if (kind === undefined || targetId === null) return null;
  return findObjectName(scene, { kind, id: targetId }) === null ? null : { kind, id: targetId };
}

/** What a talk is about, in words. */
export function nameSubject(scene: Scene, subject: Subject): string {
  const ref = findSubject(scene, subject);
  if (ref !== null) return findObjectName(scene, ref) ?? "";
  const article = subject.target === "anchor" ? "An" : "A";
  return subject.target in kinds ? `${article} ${subject.target} that is gone` : `A ${subject.target}`;
}

/** Open talks about points, and about things that are gone: these have no other mark in the picture. */
export function listMarkedThreads(scene: Scene): CommentThread[] {
  return scene.threads.filter((thread) => thread.resolvedAt === "" && findSubject(scene, thread) === null);
}
