import type { Vector3 } from "@blueprint/scene/vector";
import type { ScreenPoint, ToolStage } from "../tool-stage.ts";
import { add, type GizmoLayout } from "./gizmo-layout.ts";
import type { GizmoTarget } from "./transform-gizmo.tsx";

const axisStrokes = { x: "stroke-danger", y: "stroke-good", z: "stroke-accent" } as const;
const tiltStrokes = { "tilt-x": "stroke-danger", "tilt-z": "stroke-accent" } as const;

/** The axes and circles that the handles of a gizmo move along. */
export function GizmoLines({
  stage,
  pivot,
  layout: { middle, arms, armMetres, tilts },
  reach,
}: {
  readonly stage: ToolStage;
  readonly pivot: Vector3;
  readonly layout: GizmoLayout;
  readonly reach: GizmoTarget["reach"];
}) {
  return (
    <svg aria-hidden="true" className="absolute inset-0 size-full overflow-visible">
      {arms.map(({ grip, end: to }) => (
        <line
          key={grip}
          x1={middle.x}
          y1={middle.y}
          x2={to.x}
          y2={to.y}
          className={axisStrokes[grip]}
          strokeWidth={2}
        />
      ))}
      {reach === "shift" ? null : (
        <ellipse
          cx={middle.x}
          cy={middle.y}
          {...toRing(stage, pivot, armMetres, middle)}
          fill="none"
          className="stroke-line"
          strokeDasharray="2 4"
        />
      )}
      {reach !== "free"
        ? null
        : tilts.map(({ grip, arc }) => (
            <polyline
              key={grip}
              points={arc.map(({ x, y }) => `${x},${y}`).join(" ")}
              fill="none"
              className={tiltStrokes[grip]}
              strokeDasharray="2 4"
            />
          ))}
    </svg>
  );
}

function toRing(stage: ToolStage, pivot: Vector3, radius: number, middle: ScreenPoint) {
  const reach = (x: number, z: number) => {
    const end = stage.toScreen(add(pivot, [x, 0, z]));
    return end === null ? { x: 0, y: 0 } : { x: Math.abs(end.x - middle.x), y: Math.abs(end.y - middle.y) };
  };
  const [x, z] = [reach(radius, 0), reach(0, radius)];
  return { rx: Math.hypot(x.x, z.x), ry: Math.hypot(x.y, z.y) };
}
