import { useId } from "react";
import type { FieldIds } from "./field.tsx";

export function useFieldIds(given?: string): FieldIds {
  const made = useId();
  const id = given ?? made;
  return { id, hintId: `${id}-hint`, errorId: `${id}-error` };
}
