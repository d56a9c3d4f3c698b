import { useEffect, useRef } from "react";
import { useEditorRoom, usePeople } from "../use-editor-room.ts";

/** Teammates' cursors, drawn over the canvas and updated as the camera moves. */
export function TeammateCursors() {
  const room = useEditorRoom();
  const pointing = usePeople().filter((person) => person.cursor !== null);
  const elements = useRef(new Map<number, HTMLElement>());
  const peopleRef = useRef(pointing);
  peopleRef.current = pointing;
  const hasPointing = pointing.length > 0;

  useEffect(() => {
    if (!hasPointing) return;
    let frame = 0;
    const place = () => {
      frame = requestAnimationFrame(place);
      for (const { clientId, cursor } of peopleRef.current) {
        const element = elements.current.get(clientId);
        const at = cursor === null ? null : (room.store.getState().stage?.toScreen(cursor) ?? null);
        if (element === undefined) continue;
        element.style.visibility = at === null ? "hidden" : "visible";
        if (at !== null) element.style.transform = `translate(${at.x}px, ${at.y}px)`;
      }
    };
    place();
    return () => cancelAnimationFrame(frame);
  }, [room, hasPointing]);

  return (
    <div aria-hidden="true" className="pointer-events-none absolute inset-0 overflow-hidden">
      {pointing.map(({ clientId, name, colour }) => (
        <div
          key={clientId}
          data-cursor-of={name}
          ref={(element) => {
            if (element !== null) elements.current.set(clientId, element);
            return () => void elements.current.delete(clientId);
          }}
          className="invisible absolute top-0 left-0"
        >
          <span
            style={{ background: colour }}
            className="absolute -top-1 -left-1 size-2 rounded-full border border-sheet"
          />
          <span
            style={{ background: colour }}
            className="absolute top-1.5 left-1.5 rounded-sharp px-1 py-px text-caption whitespace-nowrap text-on-accent"
          >
            {name}
          </span>
        </div>
      ))}
    </div>
  );
}
