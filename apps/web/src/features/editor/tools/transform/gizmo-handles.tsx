import { Move, Rotate3d, RotateCw, Scaling } from "lucide-react";
import type { ReactNode } from "react";
import { DragHandle, type DragHandleProps } from "../drag-handle.tsx";
import type { Grip } from "./drag-move.ts";
import type { GizmoLayout } from "./gizmo-layout.ts";
import type { GizmoTarget } from "./transform-gizmo.tsx";

const axisFills = { x: "bg-danger", y: "bg-good", z: "bg-accent" } as const;
const tiltAxes = { "tilt-x": "x", "tilt-z": "z" } as const;

/** The handles of a gizmo that its target allows. */
export function GizmoHandles({
  name,
  reach,
  layout,
  handle,
}: {
  readonly name: string;
  readonly reach: GizmoTarget["reach"];
  readonly layout: GizmoLayout;
  readonly handle: (grip: Grip) => Pick<DragHandleProps, "onStart" | "onMove" | "onEnd" | "data-handle">;
}) {
  return (
    <>
      {layout.arms.map(({ grip, end: to }) => (
        <DragHandle
          key={grip}
          label={`Move ${name} along ${grip}`}
          at={to}
          {...handle(grip)}
          className="z-20 cursor-move"
        >
          <span
            className={`grid size-5 place-items-center rounded-full border-2 border-sheet font-mono text-caption text-on-accent uppercase ${axisFills[grip]}`}
          >
            {grip}
          </span>
        </DragHandle>
      ))}
      {reach === "shift" ? null : (
        <>
          <DragHandle
            label={`Move ${name} over the floor`}
            at={layout.middle}
            {...handle("level")}
            className="z-20 cursor-move"
          >
            <Knob>
              <Move size={14} strokeWidth={1.75} aria-hidden="true" />
            </Knob>
          </DragHandle>
          <DragHandle label={`Turn ${name}`} at={layout.turn} {...handle("turn")} className="z-20 cursor-alias">
            <Knob isRound>
              <RotateCw size={14} strokeWidth={1.75} aria-hidden="true" />
            </Knob>
          </DragHandle>
          <DragHandle
            label={`Scale ${name}`}
            at={layout.scale}
            {...handle("scale")}
            className="z-20 cursor-nwse-resize"
          >
            <Knob>
              <Scaling size={14} strokeWidth={1.75} aria-hidden="true" />
            </Knob>
          </DragHandle>
        </>
      )}
      {reach !== "free"
        ? null
        : layout.tilts.map(({ grip, at }) => (
            <DragHandle
              key={grip}
              label={`Tilt ${name} about ${tiltAxes[grip]}`}
              at={at}
              {...handle(grip)}
              className="z-20 cursor-alias"
            >
              <Knob isRound>
                <Rotate3d size={14} strokeWidth={1.75} aria-hidden="true" />
              </Knob>
            </DragHandle>
          ))}
    </>
  );
}

function Knob({ isRound = false, children }: { readonly isRound?: boolean; readonly children: ReactNode }) {
  return (
    <span
      className={`grid size-6 place-items-center border border-line bg-sheet text-ink ${isRound ? "rounded-full" : "rounded-sharp"}`}
    >
      {children}
    </span>
  );
}
