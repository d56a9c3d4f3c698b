import { limits } from "@blueprint/contract/limits";
import { addAnchor } from "@blueprint/scene/anchor-operations";
import type { EditorRoom } from "./commands/editor-command.ts";
import { selectPlacedAnchor } from "./editor.store.ts";
import { findStoreyAt } from "./find-storey.ts";
import type { StagePoint } from "./tools/tool-stage.ts";

const nothingThere = "No surface there. Turn the view or move closer, then try again.";

/** Places an info anchor, or one that answers a visitor's question, where a ray hit a scan, and opens it. */
export function placeAnchor({ connection, store, userId, attempt }: EditorRoom, hit: StagePoint | null): void {
  if (hit === null) {
    store.setState({ hint: nothingThere });
    return;
  }
  const id = crypto.randomUUID();
  const { questionToAnswer: question } = store.getState();
  const placed = attempt((doc) =>
    addAnchor(doc, {
      id,
      ...(question === null
        ? { type: "info", title: "" }
        : {
            type: "guide-topic",
            title: toTitle(question),
            topicQuestions: [question],
          }),
      text: "",
      position: hit.point,
      normal: hit.normal,
      scanId: hit.scanId,
      floor: findStoreyAt(connection.getState().scene, hit.point[1]),
      createdBy: userId,
      createdAt: new Date().toISOString(),
    }),
  );
  if (placed !== null) selectPlacedAnchor(store, id);
}

/** No half of a character: neither documents nor databases keep one. */
function toTitle(question: string): string {
  const cut = question.slice(0, limits.anchorTitleCharactersMax);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}
