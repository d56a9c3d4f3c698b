import { SceneInputError } from "@blueprint/scene/scene-input-error";
import type { EditOptions } from "@blueprint/scene/scene-undo";
import type * as Y from "yjs";
import { toasts as pageToasts } from "../../lib/toast.store.ts";

/**
 * Makes one of the user's edits: one undo step, unless it joins the one before. If the scene refuses the change, nothing
 * of it remains and a toast says why.
 * @returns what the change returned; null when it was refused
 */
export type Attempt = <T>(change: (doc: Y.Doc) => T, options?: EditOptions) => T | null;

const faultText = "Something went wrong. Try again, or reload the page.";

export function createAttempt(
  connection: { readonly edit: <T>(change: (doc: Y.Doc) => T, options?: EditOptions) => T },
  toasts: Pick<typeof pageToasts, "add" | "update" | "dismiss"> = pageToasts,
): Attempt {
  let refusalId: string | null = null;
  const say = (description: string) => {
    const refusal = { title: "Nothing was changed", description, variant: "destructive" } as const;
    // A drag may be refused many times a second.
    if (refusalId === null || !toasts.update(refusalId, refusal)) refusalId = toasts.add(refusal);
  };
  return (change, options) => {
    try {
      const made = connection.edit(change, options);
      if (refusalId !== null) toasts.dismiss(refusalId);
      refusalId = null;
      return made;
    } catch (error) {
      say(error instanceof SceneInputError ? error.message : faultText);
      if (error instanceof SceneInputError) return null;
      throw error;
    }
  };
}
