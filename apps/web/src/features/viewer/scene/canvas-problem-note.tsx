import { useWording } from "../../../lib/visitor-texts/wording.ts";
import { Button } from "../../../ui/button.tsx";
import type { CanvasProblem } from "./scene.ts";

const texts = {
  "webgl-missing": { title: "scene.webglTitle", text: "scene.webglText" },
  "context-lost": { title: "scene.contextLostTitle", text: "scene.contextLostText" },
} as const satisfies Record<CanvasProblem, object>;

/** Covers a canvas that can't draw with the problem and its remedy. */
export function CanvasProblemNote({
  problem,
  onShowAgain,
}: {
  readonly problem: CanvasProblem;
  readonly onShowAgain: () => void;
}) {
  const { t } = useWording();
  const { title, text } = texts[problem];
  return (
    <div role="alert" className="absolute inset-0 z-10 grid place-items-center bg-sunken p-6">
      <div className="grid max-w-md justify-items-center gap-2 text-center">
        <h2 className="text-lead font-strong">{t(title)}</h2>
        <p className="text-ink-soft text-pretty">{t(text)}</p>
        {problem === "context-lost" ? (
          <Button className="mt-3" onClick={onShowAgain}>
            {t("scene.drawAgain")}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
