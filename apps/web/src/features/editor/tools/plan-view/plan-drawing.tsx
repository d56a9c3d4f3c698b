import type { Scene } from "@blueprint/scene/read-scene";
import { toPolygon, type Zone } from "@blueprint/scene/zone";
import { memo } from "react";
import { listSegments, type PlanWindow, toZoneColour } from "../../../viewer/viewer.ts";

/** Zones, measurements and very many anchors on the plan, in metres: panning and zooming change only one transform. */
export function PlanDrawing({
  scene,
  zones,
  dots,
  window,
}: {
  readonly scene: Pick<Scene, "measurements">;
  readonly zones: readonly Zone[];
  readonly dots: readonly { readonly position: readonly [number, number, number] }[];
  readonly window: PlanWindow;
}) {
  return (
    <svg aria-hidden="true" className="pointer-events-none absolute top-1/2 left-1/2 size-px overflow-visible">
      <g transform={`scale(${window.pxPerM}) translate(${-window.x} ${-window.z})`}>
        <Zones zones={zones} />
        <Lines measurements={scene.measurements} />
        <Dots dots={dots} />
      </g>
    </svg>
  );
}

const Zones = memo(function Zones({ zones }: { readonly zones: readonly Zone[] }) {
  return zones.map((zone) => {
    const { outer, holes } = toPolygon(zone);
    const path = [outer, ...holes].map((ring) => `M${ring.map(([x, z]) => `${x} ${z}`).join("L")}Z`).join("");
    const colour = toZoneColour(zone);
    return (
      <path
        key={zone.id}
        data-plan-zone={zone.id}
        d={path}
        fillRule="evenodd"
        style={{ fill: colour, stroke: colour }}
        fillOpacity={0.2}
        strokeWidth={1.5}
        vectorEffect="non-scaling-stroke"
      />
    );
  });
});

const Lines = memo(function Lines({ measurements }: Pick<Scene, "measurements">) {
  const path = measurements
    .flatMap(listSegments)
    .map(([[ax, , az], [bx, , bz]]) => `M${ax} ${az}L${bx} ${bz}`)
    .join("");
  return <path d={path} className="stroke-accent" strokeWidth={1.5} vectorEffect="non-scaling-stroke" />;
});

const Dots = memo(function Dots({ dots }: { readonly dots: readonly { readonly position: readonly number[] }[] }) {
  const path = dots.map(({ position }) => `M${position[0]} ${position[2]}h0`).join("");
  return (
    <path d={path} className="stroke-accent" strokeWidth={7} strokeLinecap="round" vectorEffect="non-scaling-stroke" />
  );
});
