import { printShortCode } from "@blueprint/contract/short-code";
import type { Sign } from "@blueprint/contract/signs";
import { ChevronRight } from "lucide-react";
import { formatAmount, formatDate } from "../../../lib/format.ts";
import { nameTarget, type TargetOption } from "../../../lib/link-targets.ts";
import { Badge } from "../../../ui/badge.tsx";
import { describeSign, toSignNumber } from "../sign-words.ts";

/** One sign in the register: where it hangs, what it opens, its state and its scans. */
export function SignRow({
  sign,
  options,
  isChosen,
  onChoose,
  onShow,
}: {
  readonly sign: Sign;
  readonly options: readonly TargetOption[];
  readonly isChosen: boolean;
  /** Undefined for people who can't make sheets. */
  readonly onChoose: (() => void) | undefined;
  readonly onShow: () => void;
}) {
  const { number, link, storey } = sign;
  const { word, tone } = describeSign(sign, Date.now());
  const scans = `${formatAmount(link.useCount, "scan")}${link.lastUsedAt === null ? "" : `, last ${formatDate(link.lastUsedAt)}`}`;
  return (
    <div className="flex items-stretch">
      {onChoose === undefined ? null : (
        <label className="flex cursor-pointer items-center pr-3 pl-1">
          <input
            type="checkbox"
            className="accent-accent"
            checked={isChosen}
            onChange={onChoose}
            aria-label={`Select sign ${number}`}
          />
        </label>
      )}
      <button
        type="button"
        onClick={onShow}
        className="grid min-h-14 min-w-0 flex-1 grid-cols-[2.75rem_minmax(0,1fr)_auto_1rem] items-center gap-x-2 lg:gap-x-4 py-2 text-left hover:bg-sunken lg:grid-cols-[3.5rem_minmax(0,1.4fr)_minmax(0,1fr)_13rem_11rem_1rem]"
      >
        <span className="font-mono text-caption text-ink-soft tabular-nums">{toSignNumber(number)}</span>
        <span className="grid min-w-0">
          <span className="truncate">{link.label}</span>
          <span className="truncate text-caption text-ink-soft">
            <span className="font-mono">{printShortCode(link.code)}</span>
            {storey === "" ? "" : ` · ${storey}`}
            <span className="lg:hidden">{` · ${scans}`}</span>
          </span>
        </span>
        <span className="hidden truncate text-ink-soft lg:block">{nameTarget(link.target, options)}</span>
        <span className="hidden text-right text-caption text-ink-soft tabular-nums lg:block">{scans}</span>
        <Badge tone={tone} className="justify-self-end lg:justify-self-start">
          {word}
        </Badge>
        <ChevronRight size={16} strokeWidth={1.5} aria-hidden="true" className="text-ink-soft" />
      </button>
    </div>
  );
}
