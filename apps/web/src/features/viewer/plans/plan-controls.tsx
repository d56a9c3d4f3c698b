import { Maximize, Minus, Plus } from "lucide-react";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { toScaleLengthM } from "./plan-window.ts";

const zoomStep = 1.4;

export function PlanZoom({
  tooltipSide,
  onZoom,
  onWhole,
}: {
  readonly tooltipSide?: "bottom";
  /** A factor above 1 zooms in. */
  readonly onZoom: (factor: number) => void;
  readonly onWhole: () => void;
}) {
  const { t } = useWording();
  const side = tooltipSide === undefined ? {} : { tooltipSide };
  return (
    <div className="flex rounded-sharp border border-line bg-sheet">
      <IconButton label={t("ui.zoomIn")} icon={Plus} {...side} onClick={() => onZoom(zoomStep)} />
      <IconButton label={t("ui.zoomOut")} icon={Minus} {...side} onClick={() => onZoom(1 / zoomStep)} />
      <IconButton label={t("plan.whole")} icon={Maximize} {...side} onClick={onWhole} />
    </div>
  );
}

/** A scale bar for a round number of metres. */
export function PlanScale({ pxPerM }: { readonly pxPerM: number }) {
  const lengthM = toScaleLengthM(pxPerM);
  return (
    <p className="grid gap-0.5 bg-paper px-1 font-mono text-caption text-ink-soft">
      <span>{`${lengthM}\u00a0m`}</span>
      <span
        aria-hidden="true"
        className="h-1.5 border border-t-0 border-ink-soft"
        style={{ width: lengthM * pxPerM }}
      />
    </p>
  );
}
