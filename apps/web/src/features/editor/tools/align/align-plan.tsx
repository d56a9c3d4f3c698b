import { toFloorName } from "@blueprint/scene/floor";
import { editObject, removeObjects } from "@blueprint/scene/object-operations";
import type { Plan } from "@blueprint/scene/plan";
import type { Point2 } from "@blueprint/scene/scene-field";
import { Maximize, Minus, Plus, Trash2 } from "lucide-react";
import { type KeyboardEvent, type PointerEvent as ReactPointerEvent, useRef, useState } from "react";
import { Button } from "../../../../ui/button.tsx";
import { IconButton } from "../../../../ui/icon-button.tsx";
import { Select } from "../../../../ui/select.tsx";
import { TextField } from "../../../../ui/text-field.tsx";
import type { ViewerScan } from "../../../viewer/viewer.ts";
import { useDocument, useEditorRoom } from "../../use-editor-room.ts";
import { NumberField } from "../number-field.tsx";
import { removePair } from "./align-actions.ts";
import type { AlignTask } from "./align-task.ts";
import { findPlanPicture } from "./plan-sources.ts";

const zoomStep = 1.6;
const zoomMax = 12;
const keyStep = 0.02;

/** The drawing with its points: a pick here and one in the place make a pair. Each pair is saved at once. */
export function AlignPlan({
  plan,
  task,
  scans,
}: {
  readonly plan: Plan;
  readonly task: Extract<AlignTask, { kind: "plan" }>;
  readonly scans: readonly ViewerScan[];
}) {
  const { session, store } = useEditorRoom();
  const { scene } = useDocument();
  const complete = plan.pairs.filter(({ world }) => world !== null).length;
  const edit = (values: Parameters<typeof editObject<"plans">>[3]) => editObject(session.doc, "plans", plan.id, values);
  const residuals = new Map<string, number>();
  plan.pairs
    .filter(({ world }) => world !== null)
    .forEach(({ id }, index) => {
      const residual = plan.placement?.residuals[index];
      if (residual !== undefined) residuals.set(id, residual);
    });
  return (
    <div className="grid gap-3">
      <p className="text-pretty" aria-live="polite">
        {task.picked === null
          ? complete < 2
            ? "Pick a point on the plan that you can find in the 3D view, such as a wall corner."
            : "Pick another point on the plan to check and improve the fit."
          : "Now click the same point in the 3D view."}
      </p>
      <PlanPicker
        plan={plan}
        task={task}
        scans={scans}
        onPick={(picked) => store.setState({ align: { ...task, picked }, hint: null })}
      />
      {plan.placement === null || complete < 3 ? (
        complete === 2 ? (
          <p className="text-caption text-ink-soft">Two pairs always fit exactly. Add a third to check accuracy.</p>
        ) : null
      ) : (
        <p data-plan-error className="font-mono">
          Off by {formatCentimetres(plan.placement.rms)} on average
        </p>
      )}
      {plan.pairs.length === 0 ? null : (
        <ol className="grid gap-1" aria-label="Pairs of points">
          {plan.pairs.map((pair, index) => (
            <li key={pair.id} className="flex items-center justify-between gap-2">
              <span>
                Pair {index + 1}
                <span className="ml-2 font-mono text-caption text-ink-soft">
                  {pair.world === null
                    ? "waiting for its match"
                    : residuals.has(pair.id) && complete > 2
                      ? `off by ${formatCentimetres(residuals.get(pair.id) ?? 0)}`
                      : `x ${pair.world[0].toFixed(2)}, z ${pair.world[1].toFixed(2)} m`}
                </span>
              </span>
              <IconButton
                label={`Remove pair ${index + 1}`}
                icon={Trash2}
                size="small"
                onClick={() => removePair(session, plan.id, pair.id)}
              />
            </li>
          ))}
        </ol>
      )}
      <TextField
        label="Name"
        value={plan.name}
        maxLength={120}
        onChange={(event) => edit({ name: event.target.value })}
        onBlur={() => session.endStep()}
      />
      <div className="grid grid-cols-2 gap-2">
        {scene.floors.length === 0 ? (
          <NumberField
            label="Floor"
            unit="0 is the ground floor"
            step={1}
            digits={0}
            value={plan.floor}
            onChange={(floor) => edit({ floor: Math.round(floor) })}
            onDone={() => session.endStep()}
          />
        ) : (
          <Select
            label="Floor"
            value={String(plan.floor)}
            options={scene.floors.map((floor) => ({ value: String(floor.storey), label: toFloorName(floor) }))}
            onChange={({ target }) => edit({ floor: Number(target.value) })}
          />
        )}
        <NumberField
          label="Opacity"
          unit="%"
          step={5}
          digits={0}
          min={0}
          max={100}
          value={plan.opacity * 100}
          onChange={(percent) => edit({ opacity: percent / 100 })}
          onDone={() => session.endStep()}
        />
      </div>
      <Button
        size="small"
        className="justify-self-start"
        onClick={() => {
          session.endStep();
          removeObjects(session.doc, [{ kind: "plans", id: plan.id }]);
          session.endStep();
          store.setState({ align: null });
          session.announce("Plan removed from the floor. You can undo this.");
        }}
      >
        Remove from floor
      </Button>
    </div>
  );
}

/** The drawing to zoom and pick on; by keyboard, arrows move a crosshair and Enter picks. */
function PlanPicker({
  plan,
  task,
  scans,
  onPick,
}: {
  readonly plan: Plan;
  readonly task: Extract<AlignTask, { kind: "plan" }>;
  readonly scans: readonly ViewerScan[];
  readonly onPick: (image: Point2) => void;
}) {
  const picture = findPlanPicture(plan, scans);
  const [zoom, setZoom] = useState(1);
  // Fractions of the drawing, from its top left.
  const [aim, setAim] = useState<Point2>([0.5, 0.5]);
  const [hasFocus, setFocus] = useState(false);
  const pressed = useRef<{ x: number; y: number } | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  if (picture === null) return <p className="text-ink-soft">Its drawing isn't available. The pairs are kept.</p>;

  const onPointerUp = (event: ReactPointerEvent<HTMLElement>) => {
    const from = pressed.current;
    pressed.current = null;
    if (from === null || Math.hypot(event.clientX - from.x, event.clientY - from.y) > 5) return;
    const box = event.currentTarget.getBoundingClientRect();
    const share: Point2 = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
    setAim(share);
    onPick(toImage(plan, share));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = (event.shiftKey ? keyStep * 5 : keyStep) / zoom;
    const moves: Readonly<Record<string, Point2>> = {
      ArrowLeft: [-step, 0],
      ArrowRight: [step, 0],
      ArrowUp: [0, -step],
      ArrowDown: [0, step],
    };
    const move = moves[event.key];
    if (move === undefined && event.key !== "Enter") return;
    event.preventDefault();
    event.stopPropagation();
    if (move === undefined) onPick(toImage(plan, aim));
    else setAim([clamp(aim[0] + move[0]), clamp(aim[1] + move[1])]);
  };
  const mark = ([x, y]: Point2) => ({
    left: `${(x / plan.widthPixels) * 100}%`,
    top: `${(y / plan.heightPixels) * 100}%`,
  });
  return (
    <div className="grid gap-1.5">
      <div
        ref={scroller}
        className="max-h-60 overflow-auto rounded-sharp border border-line bg-sunken overscroll-contain max-md:max-h-40"
      >
        <button
          type="button"
          aria-label="Plan to pick points on. Arrow keys move the crosshair, Enter picks."
          data-plan-picker
          onFocus={() => setFocus(true)}
          onBlur={() => setFocus(false)}
          onKeyDown={onKeyDown}
          onPointerDown={(event) => {
            pressed.current = { x: event.clientX, y: event.clientY };
          }}
          onPointerUp={onPointerUp}
          style={{ width: `${zoom * 100}%`, aspectRatio: `${plan.widthPixels} / ${plan.heightPixels}` }}
          className="relative block cursor-crosshair focus-visible:-outline-offset-2"
        >
          {picture.isPicture ? (
            <img
              src={picture.url}
              alt=""
              draggable={false}
              className="absolute inset-0 size-full max-w-none bg-white"
            />
          ) : (
            <span
              className="absolute inset-0 bg-ink"
              style={{ mask: `url("${picture.url}") 0 0 / 100% 100% no-repeat` }}
            />
          )}
          {plan.pairs.map((pair, index) => (
            <span
              key={pair.id}
              style={mark(pair.image)}
              className="absolute grid size-5 -translate-1/2 place-items-center rounded-full border border-sheet bg-accent font-mono text-caption text-on-accent"
            >
              {index + 1}
            </span>
          ))}
          {task.picked === null ? null : (
            <span
              data-picked
              style={mark(task.picked)}
              className="absolute size-4 -translate-1/2 animate-breathe rounded-full border-2 border-sheet bg-attention"
            />
          )}
          {hasFocus ? (
            <span
              style={{ left: `${aim[0] * 100}%`, top: `${aim[1] * 100}%` }}
              className="absolute size-6 -translate-1/2 border border-accent before:absolute before:inset-y-0 before:left-1/2 before:w-px before:bg-accent after:absolute after:inset-x-0 after:top-1/2 after:h-px after:bg-accent"
            />
          ) : null}
        </button>
      </div>
      <div className="flex gap-1">
        <IconButton
          label="Zoom in"
          icon={Plus}
          size="small"
          onClick={() => setZoom(Math.min(zoomMax, zoom * zoomStep))}
        />
        <IconButton label="Zoom out" icon={Minus} size="small" onClick={() => setZoom(Math.max(1, zoom / zoomStep))} />
        <IconButton label="Fit plan" icon={Maximize} size="small" onClick={() => setZoom(1)} />
      </div>
    </div>
  );
}

function toImage({ widthPixels, heightPixels }: Plan, [x, y]: Point2): Point2 {
  const round = (pixels: number) => Math.round(pixels * 10) / 10;
  return [round(x * widthPixels), round(y * heightPixels)];
}

function clamp(share: number): number {
  return Math.min(1, Math.max(0, share));
}

function formatCentimetres(metres: number): string {
  return metres < 1 ? `${(metres * 100).toFixed(1)} cm` : `${metres.toFixed(2)} m`;
}
