import type { EditorTool } from "../editor.store.ts";
import type { Draft, DraftTask } from "./draw/draft.ts";

const toolWords: Partial<Record<EditorTool, string>> = {
  anchor: "Click a surface to place an anchor.",
  comment: "Click the point you want to comment on.",
};

/** What a click does while an anchor that answers a question is placed. */
export function describeAnswering(question: string): string {
  return `Answering “${question}”: click a surface to place the anchor.`;
}

/** What a click does next, for the tool and for how far its drawing has come. */
export function describeNextClick(tool: EditorTool, draft: Draft | null): string {
  return draft === null ? (toolWords[tool] ?? "") : describeStep(draft);
}

function describeStep({ task, points, isBaseDone }: Draft): string {
  const first = points.length === 0;
  switch (task.kind) {
    case "zone":
      return first
        ? "Click the corners of the zone on the floor."
        : points.length < 3
          ? "Click the next corner. Shift keeps the line straight."
          : "Click the next corner, or the first one to close the zone.";
    case "hole":
      return points.length < 3 ? "Click the corners of the hole." : "Click the first corner to close the hole.";
    case "split":
      return first ? "Click where the cut starts." : "Click where it ends.";
    case "measure":
      return isBaseDone === true
        ? "Click a point at the top, such as the ceiling."
        : describeMeasureStep(task, points.length);
  }
}

function describeMeasureStep({ type }: Extract<DraftTask, { kind: "measure" }>, count: number): string {
  switch (type) {
    case "distance":
      return count === 0
        ? "Click the first point."
        : count === 1
          ? "Click the second point. Hold Shift to keep drawing."
          : "Click the next point, or finish.";
    case "height":
      return count === 0 ? "Click the lower point." : "Click the upper point.";
    case "angle":
      return ["Click a point on one side.", "Click the corner.", "Click a point on the other side."][count] ?? "";
    case "volume":
      return count < 3
        ? "Click the corners of the base."
        : "Click the next corner of the base, or the first one to close it.";
    case "area":
      return count < 3 ? "Click the corners of the area." : "Click the next corner, or the first one to close it.";
  }
}
