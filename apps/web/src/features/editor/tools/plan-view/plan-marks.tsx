import { classNames } from "../../../../lib/class-names.ts";
import { type DragPhase, PinSign, type ViewerAnchor } from "../../../viewer/viewer.ts";
import { DragHandle } from "../drag-handle.tsx";
import type { ToolStage } from "../tool-stage.ts";
import { useStageVersion } from "../use-stage-version.ts";

/** Anchors as numbered marks on the plan. */
export function PlanMarks({
  stage,
  anchors,
  onSelect,
  onDrag,
}: {
  readonly stage: ToolStage;
  readonly anchors: readonly ViewerAnchor[];
  readonly onSelect: (anchorId: string, isShift: boolean) => void;
  /** Client coordinates; undefined if anchors can't be moved. */
  readonly onDrag: ((anchorId: string, clientX: number, clientY: number, phase: DragPhase) => void) | undefined;
}) {
  useStageVersion(stage);
  return (
    <div className="pointer-events-none absolute inset-0 overflow-hidden">
      {anchors.map(({ id, title, type, number, position, colour, icon, isSelected }) => (
        <DragHandle
          key={id}
          label={`${number}. ${title}`}
          at={stage.toScreen(position)}
          data-handle={`mark ${id}`}
          onClick={(event) => onSelect(id, event.shiftKey)}
          {...(onDrag === undefined
            ? {}
            : {
                onStart: ({ clientX, clientY }) => onDrag(id, clientX, clientY, "start"),
                onMove: ({ clientX, clientY }) => onDrag(id, clientX, clientY, "move"),
                onEnd: () => onDrag(id, Number.NaN, Number.NaN, "end"),
              })}
          className={isSelected === true ? "z-10" : ""}
        >
          <span
            style={{ "--pin": colour } as React.CSSProperties}
            className={classNames(
              "grid h-6.5 min-w-6.5 place-items-center rounded-full border-2 border-sheet bg-(--pin,var(--accent)) px-1 font-mono text-caption font-strong text-on-accent shadow-overlay",
              isSelected === true && "scale-125",
            )}
          >
            <PinSign icon={icon} type={type} number={number ?? 0} />
          </span>
        </DragHandle>
      ))}
    </div>
  );
}
