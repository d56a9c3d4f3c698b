import { type ReactNode, useLayoutEffect, useRef } from "react";
import type { GeoPoint } from "./degrees.ts";
import { useMapView } from "./map-view.ts";

// How far past the edge an element still counts as visible: pins are drawn above their point.
const edgePx = 24;

/**
 * Keeps its content's bottom centre, or its centre, on a point of the surrounding map. Out of view, it can't be
 * focused.
 */
export function OnMap({
  at: { latitude, longitude },
  anchor,
  children,
}: {
  readonly at: GeoPoint;
  readonly anchor: "centre" | "bottom";
  readonly children: ReactNode;
}) {
  const view = useMapView();
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const place = () => {
      const { current } = element;
      if (current === null) return;
      const { x, y } = view.toScreen({ latitude, longitude });
      const { width, height } = view.size();
      const isSeen = x > -edgePx && y > -edgePx && x < width + edgePx && y < height + edgePx;
      current.style.transform = `translate(${x}px, ${y}px)`;
      current.style.visibility = isSeen ? "visible" : "hidden";
    };
    place();
    return view.follow(place);
  }, [view, latitude, longitude]);
  return (
    <div ref={element} className="pointer-events-none absolute top-0 left-0 z-10 size-0">
      <div
        className={
          anchor === "centre"
            ? "pointer-events-auto absolute w-max -translate-x-1/2 -translate-y-1/2"
            : "pointer-events-auto absolute bottom-0 w-max -translate-x-1/2"
        }
      >
        {children}
      </div>
    </div>
  );
}
