import { editObject, type ObjectValues } from "@blueprint/scene/object-operations";
import type { SceneKind } from "@blueprint/scene/scene-kinds";
import type { Attempt } from "./attempt.ts";

/** Edits the fields of one object, as its form does. */
export interface FieldEdits<K extends SceneKind> {
  /** Sets a value that was chosen: a step of its own. */
  readonly choose: (values: ObjectValues<K>) => void;
  /** Sets a value that is being typed: it joins what was typed into the same field before, unless there was a pause. */
  readonly type: (values: ObjectValues<K>) => void;
}

export function editFields<K extends SceneKind>(attempt: Attempt, kind: K, id: string): FieldEdits<K> {
  const edit = (values: ObjectValues<K>) => (doc: Parameters<typeof editObject>[0]) =>
    editObject(doc, kind, id, values);
  return {
    choose: (values) => attempt(edit(values)),
    type: (values) => attempt(edit(values), { joins: `${kind} ${id} ${Object.keys(values).join()}` }),
  };
}
