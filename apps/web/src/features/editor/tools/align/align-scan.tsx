import { Button } from "../../../../ui/button.tsx";
import { useDocument, useEditor, useEditorRoom } from "../../use-editor-room.ts";
import { findPlacement } from "./align-actions.ts";
import type { NamedScan } from "./align-panel.tsx";
import { type AlignTask, fitScan, removeLastPick } from "./align-task.ts";
import { PlacementFields } from "./placement-fields.tsx";

/** Places a scan by typed figures, or by matching its points with points of another scan. */
export function AlignScan({
  scan,
  task,
}: {
  readonly scan: NamedScan;
  readonly task: Extract<AlignTask, { kind: "scan" }>;
}) {
  const { store } = useEditorRoom();
  const { scene } = useDocument();
  const ownPlacements = useEditor((state) => state.ownPlacements);
  const fitted = fitScan(task.pairs, findPlacement(scene, { ownPlacements }, scan.id).rotation);
  return (
    <div className="grid gap-3">
      <PlacementFields scanId={scan.id} />
      <section className="grid gap-2 border-t border-hairline pt-3">
        <h3 className="font-strong">Align by pairs of points</h3>
        <p aria-live="polite" className="text-pretty">
          {task.picked === null
            ? "Click a point on this scan that you can also find in another scan."
            : "Now click the same point in the other scan."}
        </p>
        {task.pairs.length === 0 ? null : (
          <ol className="grid gap-1" aria-label="Pairs of points">
            {task.pairs.map((pair, index) => (
              <li key={pair.from.join()} className="flex justify-between">
                Pair {index + 1}
                <span className="font-mono text-caption text-ink-soft">
                  {fitted === null || task.pairs.length < 3
                    ? ""
                    : `off by ${((fitted.residuals[index] ?? 0) * 100).toFixed(1)} cm`}
                </span>
              </li>
            ))}
          </ol>
        )}
        {fitted === null || task.pairs.length < 3 ? null : (
          <p className="font-mono">Off by {(fitted.rms * 100).toFixed(1)} cm on average</p>
        )}
        {task.picked === null && task.pairs.length === 0 ? null : (
          <Button
            size="small"
            className="justify-self-start"
            onClick={() => store.setState({ align: removeLastPick(task), hint: null })}
          >
            Undo last pick
          </Button>
        )}
      </section>
    </div>
  );
}
