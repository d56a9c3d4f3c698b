import { type BlueprintId, blueprintIdSchema } from "@blueprint/contract/ids";
import { copyObjects, listFileIds, pasteObjects } from "@blueprint/scene/copy-objects";
import { removeObjects } from "@blueprint/scene/object-operations";
import { SceneInputError } from "@blueprint/scene/scene-input-error";
import { useEffect } from "react";
import { formatAmount } from "../../lib/format.ts";
import { readableError } from "../../lib/readable-error.ts";
import { toasts } from "../../lib/toast.store.ts";
import { type EditorRoom, mayEdit } from "./commands/editor-command.ts";
import { useCopyMedia } from "./content/media.queries.ts";
import { selectObjects } from "./editor.store.ts";
import { isTyping } from "./shortcut.ts";

/** Copies, cuts and pastes the selection as text that other blueprints' editors understand. */
export function useSceneClipboard(room: EditorRoom, blueprintId: BlueprintId): void {
  const { mutateAsync: copyFiles } = useCopyMedia(blueprintId);
  useEffect(() => {
    const { connection, store, userId, attempt } = room;
    const isOurs = (event: ClipboardEvent) =>
      !isTyping(event.target as Element | null) &&
      store.getState().dialog === null &&
      (getSelection()?.isCollapsed ?? true);
    const onCopy = (event: ClipboardEvent) => {
      const { selection } = store.getState();
      if (!isOurs(event) || selection.length === 0 || store.getState().past !== null) return;
      const isCut = event.type === "cut" && mayEdit(room);
      const clipboard = connection.read((doc) => copyObjects(doc, selection));
      event.clipboardData?.setData("text/plain", JSON.stringify({ ...clipboard, blueprintId }));
      event.preventDefault();
      if (isCut) {
        attempt((doc) => removeObjects(doc, selection));
        selectObjects(store, []);
      }
      connection.announce(`${formatAmount(clipboard.objects.length, "object")} ${isCut ? "cut" : "copied"}.`);
    };
    const bringFiles = async (fromBlueprintId: BlueprintId, fileIds: string[]) => {
      const tellMissing = (count: number, description: string) =>
        toasts.add({ title: `${formatAmount(count, "file")} weren't copied`, description });
      try {
        const gone = await copyFiles({ fromBlueprintId, fileIds });
        if (gone.length > 0) tellMissing(gone.length, "They no longer exist in the place you copied from.");
      } catch (error) {
        tellMissing(fileIds.length, `${readableError(error)} The items were pasted; paste again to copy their files.`);
      }
    };
    const onPaste = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData("text/plain") ?? "";
      // Leave any other clipboard content to the browser.
      if (!isOurs(event) || !mayEdit(room) || !text.includes('"blueprint-scene-objects"')) return;
      event.preventDefault();
      const pasted = attempt((doc) => {
        const clipboard = readClipboard(text);
        const createId = () => crypto.randomUUID();
        const made = pasteObjects(doc, clipboard, { createId, author: { userId, at: new Date().toISOString() } });
        return { made, from: blueprintIdSchema.safeParse(clipboard.blueprintId) };
      });
      if (pasted === null) return;
      const { made, from } = pasted;
      selectObjects(store, made);
      connection.announce(`${formatAmount(made.length, "object")} pasted and selected.`);
      const fileIds = listFileIds(connection.read((doc) => copyObjects(doc, made)));
      // The other place may belong to another team, whose files this team can't read.
      if (from.success && from.data !== blueprintId && fileIds.length > 0) void bringFiles(from.data, fileIds);
    };
    document.addEventListener("copy", onCopy);
    document.addEventListener("cut", onCopy);
    document.addEventListener("paste", onPaste);
    return () => {
      document.removeEventListener("copy", onCopy);
      document.removeEventListener("cut", onCopy);
      document.removeEventListener("paste", onPaste);
    };
  }, [room, blueprintId, copyFiles]);
}

/** @throws SceneInputError when it isn't JSON */
function readClipboard(text: string): { readonly blueprintId?: unknown } {
  try {
    return JSON.parse(text) as { readonly blueprintId?: unknown };
  } catch {
    throw new SceneInputError("clipboard", "Couldn't read what you copied.");
  }
}
