import { useId } from "react";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import type { CutRange } from "./storeys.ts";

const stepM = 0.1;

/** Sets the height above which the dollhouse is cut open. At the top, nothing is cut. */
export function CutSlider({
  range: { minM, maxM },
  cutM,
  onChange,
}: {
  readonly range: CutRange;
  readonly cutM: number | null;
  readonly onChange: (cutM: number | null) => void;
}) {
  const { t, language } = useWording();
  const id = useId();
  const metres = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const heightM = Math.min(maxM, cutM ?? maxM) - minM;
  const text = cutM === null ? t("cut.none") : t("cut.metres", { metres: metres.format(heightM) });
  return (
    <div className="grid w-44 gap-1.5 rounded-sharp border border-line bg-sheet px-3 pt-1.5 pb-2">
      <div className="flex items-baseline justify-between gap-2">
        <label htmlFor={id} className="text-caption text-ink-soft">
          {t("cut.label")}
        </label>
        <output htmlFor={id} className="font-mono text-caption">
          {text}
        </output>
      </div>
      <input
        id={id}
        type="range"
        min={stepM}
        max={maxM - minM}
        step={stepM}
        value={heightM}
        aria-valuetext={text}
        className="h-5 w-full accent-(--accent) pointer-coarse:h-11"
        onChange={({ target }) => {
          const height = target.valueAsNumber;
          onChange(height > maxM - minM - stepM / 2 ? null : minM + height);
        }}
      />
    </div>
  );
}
