import type { SignFormat, SignPaper, SignStyle } from "@blueprint/contract/sign-sheets";
import { layOutSheet } from "@blueprint/sign-sheets/sheet-layout";
import { formatAmount } from "../../../lib/format.ts";
import { formatWords, toSize } from "../sign-words.ts";

/** A page at scale, with the signs that it carries. */
export function SheetDiagram({
  format,
  paper,
  style,
}: {
  readonly format: SignFormat;
  readonly paper: SignPaper;
  readonly style: SignStyle;
}) {
  const { widthMm, heightMm, slots } = layOutSheet(format, paper);
  return (
    <figure className="grid w-44 justify-self-center gap-2">
      <svg
        viewBox={`-2 -2 ${widthMm + 4} ${heightMm + 4}`}
        role="img"
        aria-label={`A page with ${formatAmount(slots.length, "sign")}`}
        className="h-52 w-full"
      >
        <rect width={widthMm} height={heightMm} className="fill-sheet stroke-line" vectorEffect="non-scaling-stroke" />
        {slots.map(({ x, y, width, height }) => {
          const side = Math.min(width, height) * 0.55;
          return (
            <g key={`${x} ${y}`}>
              <rect
                x={x}
                y={y}
                width={width}
                height={height}
                className={style === "dark" ? "fill-ink stroke-line" : "fill-paper stroke-ink-soft"}
                strokeDasharray="3 3"
                vectorEffect="non-scaling-stroke"
              />
              <rect
                x={x + (width - side) / 2}
                y={y + height * 0.12}
                width={side}
                height={side}
                className={style === "dark" ? "fill-sheet" : "fill-accent-wash stroke-accent"}
                vectorEffect="non-scaling-stroke"
              />
            </g>
          );
        })}
      </svg>
      <figcaption className="text-center text-caption text-ink-soft">
        {slots.length === 1 ? `${formatWords[format]}, ${toSize(format)}` : `${slots.length} on a page`}
      </figcaption>
    </figure>
  );
}
