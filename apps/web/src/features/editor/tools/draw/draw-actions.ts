import type { EditorRoom } from "../../commands/editor-command.ts";
import { addDraftPoint, removeDraftPoint } from "./draft.ts";
import { finishDraft } from "./finish-draft.ts";
import { resolvePoint } from "./resolve-point.ts";

const nothingThere = "No surface there. Turn the view or move closer, then try again.";

/** Adds a point on click. Shift keeps lines straight and extends a distance over more points. */
export function drawPoint(room: EditorRoom, clientX: number, clientY: number, isShift: boolean): void {
  const { store } = room;
  const { draft } = store.getState();
  if (draft === null) return;
  const resolved = resolvePoint(room, draft, clientX, clientY, isShift);
  if (resolved === null) {
    store.setState({ hint: nothingThere });
    return;
  }
  const step = addDraftPoint(draft, resolved.point, { isOnFirst: resolved.isOnFirst, goesOn: isShift });
  store.setState({ draft: step.draft, hint: null });
  if (step.isDone) finishDraft(room, step.draft);
}

/** Previews the line to the next point. */
export function hoverDraft(room: EditorRoom, clientX: number, clientY: number, isShift: boolean): void {
  const { draft } = room.store.getState();
  if (draft === null) return;
  const hover = resolvePoint(room, draft, clientX, clientY, isShift)?.point ?? null;
  room.store.setState({ draft: { ...draft, hover } });
}

/** Removes the last point; false if there was none. */
export function stepBack({ store }: EditorRoom): boolean {
  const { draft } = store.getState();
  if (draft === null || draft.points.length === 0) return false;
  store.setState({ draft: removeDraftPoint(draft), hint: null });
  return true;
}
