import { Progress } from "radix-ui";
import { classNames } from "../lib/class-names.ts";
import { formatPercent } from "../lib/format.ts";

const tones = { accent: "bg-accent", good: "bg-good", attention: "bg-attention", danger: "bg-danger" } as const;

/** Actual progress, drawn as a ruler with a tick every tenth. `fraction` is 0–1. */
export function ProgressBar({
  label,
  fraction,
  tone = "accent",
  ticks = true,
  valueText,
}: {
  readonly label: string;
  readonly fraction: number;
  readonly tone?: keyof typeof tones;
  readonly ticks?: boolean;
  /** Announced instead of the percentage. */
  readonly valueText?: string;
}) {
  const bounded = Math.min(Math.max(fraction, 0), 1);
  return (
    <div>
      <Progress.Root
        aria-label={label}
        value={Math.floor(bounded * 100)}
        getValueLabel={() => valueText ?? formatPercent(bounded)}
        className="relative h-1.5 overflow-hidden rounded-[1px] border border-line bg-sheet"
      >
        <Progress.Indicator
          className={classNames("h-full origin-left transition-transform duration-200 ease-out", tones[tone])}
          style={{ transform: `scaleX(${bounded})` }}
        />
      </Progress.Root>
      {ticks ? <div aria-hidden="true" className="ruler-ticks -mt-px h-1 border-r border-line" /> : null}
    </div>
  );
}
