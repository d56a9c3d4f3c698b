import { Button } from "../../../ui/button.tsx";
import type { CanvasProblem } from "../viewer.ts";

const texts: Record<CanvasProblem, { readonly title: string; readonly text: string }> = {
  "webgl-missing": {
    title: "This browser cannot draw in 3D",
    text: "WebGL 2 is switched off or missing here. Nothing is lost: everything about this place is also there as text. To walk in it, switch on hardware acceleration or use another browser.",
  },
  "context-lost": {
    title: "The drawing was interrupted",
    text: "The graphics card stopped drawing, often because the device slept or ran out of memory. Your place in the scene is kept.",
  },
};

/** Covers a canvas that cannot draw with what happened and what to do. */
export function CanvasProblemNote({
  problem,
  onShowAgain,
}: {
  readonly problem: CanvasProblem;
  readonly onShowAgain: () => void;
}) {
  const { title, text } = texts[problem];
  return (
    <div role="alert" className="absolute inset-0 z-10 grid place-items-center bg-sunken p-6">
      <div className="grid max-w-md justify-items-center gap-2 text-center">
        <h2 className="text-lead font-strong">{title}</h2>
        <p className="text-ink-soft text-pretty">{text}</p>
        {problem === "context-lost" ? (
          <Button className="mt-3" onClick={onShowAgain}>
            Draw it again
          </Button>
        ) : null}
      </div>
    </div>
  );
}
