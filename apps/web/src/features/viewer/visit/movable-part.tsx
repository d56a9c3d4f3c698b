import { type ReactNode, type ReactPortal, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";

/**
 * A part that two layouts show in different places. It keeps its state when the layout changes: a half-filled form, the
 * position in a tour.
 * @returns the part, to be rendered once at a fixed place, and its outlet, to be rendered where it should appear
 */
export function useMovablePart(part: ReactNode): { part: ReactPortal; outlet: ReactNode } {
  const [host] = useState(() => {
    const element = document.createElement("div");
    element.className = "contents";
    return element;
  });
  return { part: createPortal(part, host), outlet: <Outlet host={host} /> };
}

function Outlet({ host }: { readonly host: HTMLElement }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = place.current!;
    element.append(host);
    return () => {
      if (host.parentNode === element) host.remove();
    };
  }, [host]);
  return <div ref={place} className="contents" />;
}
