import { removeObjects } from "@blueprint/scene/object-operations";
import { toYaw } from "@blueprint/scene/scan-placement";
import type { SpaceSimilarity } from "@blueprint/scene/similarity";
import { Button } from "../../../../ui/button.tsx";
import { useDocument, useEditorRoom } from "../../use-editor-room.ts";
import { NumberField } from "../number-field.tsx";
import { findStand, placeScan } from "./align-actions.ts";
import type { NamedScan } from "./align-panel.tsx";
import { type AlignTask, fitScan, removeLastPick } from "./align-task.ts";
import { toYawRotation } from "./scan-stand.ts";

/** Where a scan stands: by typed figures, or by points of it that are matched with points of another one. */
export function AlignScan({
  scan,
  task,
}: {
  readonly scan: NamedScan;
  readonly task: Extract<AlignTask, { kind: "scan" }>;
}) {
  const room = useEditorRoom();
  const { session, store } = room;
  const { scene } = useDocument();
  const isPlaced = scene.placements.some(({ id }) => id === scan.id);
  const stand = findStand(scene, scan.id);
  const fitted = fitScan(task.pairs);
  const change = (values: Partial<SpaceSimilarity>) => placeScan(room, scan.id, { ...stand, ...values });
  const endStep = () => session.endStep();
  const [x, y, z] = stand.position;
  return (
    <div className="grid gap-3">
      <div className="grid grid-cols-3 gap-1.5">
        <NumberField
          label="X"
          unit="m"
          value={x}
          onChange={(next) => change({ position: [next, y, z] })}
          onDone={endStep}
        />
        <NumberField
          label="Y"
          unit="m"
          value={y}
          onChange={(next) => change({ position: [x, next, z] })}
          onDone={endStep}
        />
        <NumberField
          label="Z"
          unit="m"
          value={z}
          onChange={(next) => change({ position: [x, y, next] })}
          onDone={endStep}
        />
      </div>
      <div className="grid grid-cols-2 gap-1.5">
        <NumberField
          label="Turn"
          unit="°"
          value={(toYaw(stand.rotation) * 180) / Math.PI}
          onChange={(degrees) => change({ rotation: toYawRotation((degrees * Math.PI) / 180) })}
          onDone={endStep}
        />
        <NumberField
          label="Scale"
          unit="×"
          digits={5}
          min={1e-6}
          max={1e6}
          value={stand.scale}
          onChange={(scale) => change({ scale })}
          onDone={endStep}
        />
      </div>
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
      {isPlaced ? (
        <Button
          size="small"
          className="justify-self-start"
          onClick={() => {
            session.endStep();
            removeObjects(session.doc, [{ kind: "placements", id: scan.id }]);
            session.endStep();
            session.announce("Scan position reset.");
          }}
        >
          As it was scanned
        </Button>
      ) : null}
    </div>
  );
}
