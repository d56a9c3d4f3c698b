import type { Scene } from "@blueprint/scene/read-scene";
import type { ObjectRef, SceneKind } from "@blueprint/scene/scene-kinds";

/** Selected objects in the order of selection. */
export type Selection = readonly ObjectRef[];

export function isSelected(selection: Selection, { kind, id }: ObjectRef): boolean {
  return selection.some((ref) => ref.kind === kind && ref.id === id);
}

/** Selected ids of one kind, for lookups over very many objects. */
export function listSelectedIds(selection: Selection, kind: ObjectRef["kind"]): ReadonlySet<string> {
  return new Set(selection.flatMap((ref) => (ref.kind === kind ? [ref.id] : [])));
}

/** Adds the object, or removes it if it was selected. */
export function toggleRef(selection: Selection, ref: ObjectRef): Selection {
  const others = selection.filter(({ kind, id }) => kind !== ref.kind || id !== ref.id);
  return others.length < selection.length ? others : [...selection, ref];
}

/** Adds all of them, each once. */
export function addRefs(selection: Selection, refs: readonly ObjectRef[]): Selection {
  const known = new Set(selection.map(toKey));
  return [...selection, ...refs.filter((ref) => !known.has(toKey(ref)))];
}

/** The only selected object if it is of a kind; null for none, several or another kind. */
export function findSingle(selection: Selection, kind: ObjectRef["kind"]): string | null {
  const [only, ...more] = selection;
  return only !== undefined && more.length === 0 && only.kind === kind ? only.id : null;
}

/** The part of the selection that is still in the document. */
export function listPresent(scene: Scene, selection: Selection): Selection {
  if (selection.length === 0) return selection;
  const ids = new Map<SceneKind, ReadonlySet<string>>();
  const idsOf = (kind: SceneKind) => {
    const known = ids.get(kind) ?? new Set(scene[kind].map(({ id }) => id));
    ids.set(kind, known);
    return known;
  };
  const present = selection.filter(({ kind, id }) => idsOf(kind).has(id));
  return present.length === selection.length ? selection : present;
}

function toKey({ kind, id }: ObjectRef): string {
  return `${kind} ${id}`;
}
