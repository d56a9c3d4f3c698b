import { Minus, Plus } from "lucide-react";
import { type ComponentType, type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { classNames } from "../../lib/class-names.ts";
import { mapService } from "../../lib/map-service.ts";
import { useUiWords } from "../../lib/ui-words.ts";
import { Button } from "../button.tsx";
import { IconButton } from "../icon-button.tsx";
import { Spinner } from "../spinner.tsx";
import type { MapStart } from "./make-map.ts";
import type { MapCanvasProps } from "./map-canvas.tsx";
import { useMapView } from "./map-view.ts";

// Separate: for an import with a chained `then`, Vite would only see the promise that already handles the failure.
const loadCanvas = () => import("./map-canvas.tsx");

const problems = {
  "no-streets": "The street map isn't responding. This is the built-in world map: it shows cities, not streets.",
  "no-webgl": "This browser can't show the map because it has no WebGL. Everything else on this page still works.",
  "no-shapes": "Couldn't load the map. Everything else on this page still works.",
} as const;

/** A map that loads once it comes near the viewport. The caller sets its size, so that nothing jumps. */
export function MapPanel({
  label,
  start,
  className,
  children,
}: {
  readonly label: string;
  readonly start: MapStart;
  readonly className?: string;
  readonly children?: ReactNode;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  const [Canvas, setCanvas] = useState<ComponentType<MapCanvasProps> | null>(null);
  const [problem, setProblem] = useState<keyof typeof problems | null>(null);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    const element = frame.current;
    if (element === null || isNear) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: "200px" },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [isNear]);

  useEffect(() => {
    if (!isNear) return;
    let isGone = false;
    // A retry changes the attempt.
    void attempt;
    loadCanvas().then(
      (module) => {
        if (!isGone) setCanvas(() => module.default);
      },
      () => {
        if (!isGone) setProblem("no-shapes");
      },
    );
    return () => {
      isGone = true;
    };
  }, [isNear, attempt]);

  const retry = useCallback(() => {
    setProblem(null);
    setAttempt((before) => before + 1);
  }, []);
  const isBroken = problem === "no-webgl" || problem === "no-shapes";

  return (
    <div ref={frame} className={classNames("relative isolate overflow-hidden border border-line bg-sunken", className)}>
      {Canvas === null || isBroken ? (
        <div className="sheet-grid absolute inset-0 grid place-items-center p-4">
          {isBroken ? null : <Spinner label="Loading map" />}
        </div>
      ) : (
        <Canvas key={attempt} label={label} start={start} service={mapService} onProblem={setProblem}>
          {children}
          <ZoomButtons />
        </Canvas>
      )}
      {problem === null ? null : (
        <div
          role="status"
          className="absolute inset-x-2 top-2 z-20 flex flex-wrap items-center gap-2 border border-attention bg-attention-wash px-3 py-2 pr-14 text-caption"
        >
          <p className="min-w-40 flex-1 text-pretty">{problems[problem]}</p>
          {problem === "no-shapes" ? (
            <Button size="small" onClick={retry}>
              Try again
            </Button>
          ) : null}
        </div>
      )}
    </div>
  );
}

function ZoomButtons() {
  const view = useMapView();
  const words = useUiWords();
  return (
    <div className="absolute top-2 right-2 z-30 grid divide-y divide-hairline rounded-sharp border border-line bg-sheet">
      <IconButton label={words.zoomIn} icon={Plus} tooltipSide="left" onClick={() => view.zoomBy(1)} />
      <IconButton label={words.zoomOut} icon={Minus} tooltipSide="left" onClick={() => view.zoomBy(-1)} />
    </div>
  );
}
