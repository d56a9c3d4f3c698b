import type { BlueprintId } from "@blueprint/contract/ids";
import type { EditorRoom } from "../commands/editor-command.ts";
import { chooseTool, type Moment, type PastMoment } from "../editor.store.ts";
import { fetchSceneAtEdit } from "./history.queries.ts";

/**
 * Shows a moment in place of the document, read-only, and marks what its change set changed.
 * @throws ApiError not-found, history-too-large
 */
export async function openPast(
  { store }: Pick<EditorRoom, "store">,
  blueprintId: BlueprintId,
  moment: Moment,
  side: PastMoment["side"],
): Promise<void> {
  const editId = side === "before" && moment.changes !== null ? moment.changes.firstEditId - 1 : moment.editId;
  const scene = await fetchSceneAtEdit(blueprintId, editId);
  chooseTool(store, "select");
  const changes = new Map(moment.changes?.objects.map(({ id, change }) => [id, change]));
  store.setState({
    past: { moment, side, scene },
    compared: moment.changes === null ? null : { label: moment.label, changes, removedCount: 0 },
    // On a phone, the panel covers half of the scene.
    openSide: null,
  });
}
