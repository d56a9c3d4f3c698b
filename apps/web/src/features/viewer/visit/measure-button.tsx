import { Ruler } from "lucide-react";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import { Button } from "../../../ui/button.tsx";
import { useVisit } from "./visit.ts";
import { switchMeasuring } from "./visit-moves.ts";

/** Starts and stops measuring, while there is something to measure. */
export function MeasureButton() {
  const { t } = useWording();
  const visit = useVisit();
  if (!visit.view.isMeasurable || visit.hidden.has("measure")) return null;
  return (
    <Button
      aria-pressed={visit.state.measure !== null}
      className="bg-sheet aria-pressed:border-accent aria-pressed:text-accent"
      onClick={() => switchMeasuring(visit)}
    >
      <Ruler strokeWidth={1.5} aria-hidden="true" />
      {t("scene.measure")}
    </Button>
  );
}
