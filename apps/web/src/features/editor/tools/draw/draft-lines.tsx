import { evaluateMeasurement } from "@blueprint/scene/measurement";
import { getArea } from "@blueprint/scene/polygon";
import type { Point2 } from "@blueprint/scene/scene-field";
import { toScale } from "@blueprint/scene/scene-settings";
import { formatLengthIn, formatMeasured, listSegments } from "../../../viewer/viewer.ts";
import { useDocument, useEditor } from "../../use-editor-room.ts";
import type { ToolStage } from "../tool-stage.ts";
import { canFinish, type Draft, type DraftPoint, isClosed, listDraftPoints } from "./draft.ts";

/** The drawing in progress: its points, its lines and its current measure. */
export function DraftLines({ stage }: { readonly stage: ToolStage }) {
  const draft = useEditor((state) => state.draft);
  const { scene } = useDocument();
  if (draft === null) return null;
  const points = listDraftPoints(draft);
  const screen = points.map(({ at }) => stage.toScreen(at));
  const shown = screen.filter((point) => point !== null);
  const isOutline = isClosed(draft.task) && shown.length > 2;
  // The point at a volume's top is not a corner of its base.
  const outline = draft.isBaseDone === true ? shown.slice(0, draft.points.length) : shown;
  const path = outline.map(({ x, y }) => `${x},${y}`).join(" ");
  const last = shown.at(-1);
  const body = draft.isBaseDone === true && points.length > draft.points.length ? listBodyLines(points, stage) : [];
  const words = describeDraft(draft, scene);
  return (
    <>
      <svg
        aria-hidden="true"
        className="absolute inset-0 size-full overflow-visible"
        data-draft-points={draft.points.length}
      >
        {isOutline ? (
          <polygon points={path} className="fill-accent/20 stroke-accent" strokeWidth={2} strokeDasharray="5 4" />
        ) : (
          <polyline points={path} fill="none" className="stroke-accent" strokeWidth={2} />
        )}
        {body.map((line) => (
          <line
            key={`${line.x1} ${line.y1} ${line.x2} ${line.y2}`}
            {...line}
            className="stroke-accent"
            strokeWidth={2}
          />
        ))}
        {draft.points.map(({ at }, index) => {
          const point = stage.toScreen(at);
          if (point === null) return null;
          const isFirst = index === 0 && isClosed(draft.task) && canFinish(draft);
          return (
            <circle
              // biome-ignore lint/suspicious/noArrayIndexKey: points of a drawing only come and go at its end.
              key={index}
              cx={point.x}
              cy={point.y}
              r={isFirst ? 7 : 4}
              className="fill-sheet stroke-accent"
              strokeWidth={2}
            />
          );
        })}
      </svg>
      {last === undefined || words === null ? null : (
        <span
          style={{ transform: `translate(${Math.round(last.x + 12)}px, ${Math.round(last.y - 30)}px)` }}
          className="absolute top-0 left-0 rounded-sharp bg-ink px-1.5 py-0.5 font-mono text-caption whitespace-nowrap text-paper"
        >
          {words}
        </span>
      )}
    </>
  );
}

/** The edges of a volume above its base, up to the pointer. */
function listBodyLines(points: readonly DraftPoint[], stage: ToolStage) {
  const segments = listSegments({ type: "volume", points: points.map(({ at }) => at) });
  return segments.flatMap(([from, to]) => {
    const [a, b] = [stage.toScreen(from), stage.toScreen(to)];
    return a === null || b === null ? [] : [{ x1: a.x, y1: a.y, x2: b.x, y2: b.y }];
  });
}

function describeDraft(draft: Draft, scene: ReturnType<typeof useDocument>["scene"]): string | null {
  const points = listDraftPoints(draft).map(({ at }) => at);
  const { units } = scene.settings;
  const scale = toScale(scene.settings);
  if (points.length < 2) return null;
  if (draft.task.kind === "measure") {
    const { type } = draft.task;
    if ((type === "angle" || type === "area") && points.length < 3) return null;
    if (type === "volume" && (draft.isBaseDone !== true || points.length === draft.points.length)) return null;
    return formatMeasured(evaluateMeasurement({ type, points, pointUncertainty: 0 }, scale), type, units, {
      withUncertainty: false,
    });
  }
  if (draft.task.kind !== "split" && points.length > 2) {
    const outer = points.map(([x, , z]): Point2 => [x, z]);
    const area = getArea({ outer, holes: [] }) * scale.value ** 2;
    return formatMeasured({ value: area, uncertainty: 0 }, "area", units, { withUncertainty: false });
  }
  const [a, b] = points.slice(-2) as [(typeof points)[0], (typeof points)[0]];
  return formatLengthIn(Math.hypot(b[0] - a[0], b[2] - a[2]) * scale.value, units);
}
