import type { EmbeddedNumbers } from "@blueprint/contract/embed-tokens";
import { toCount } from "../describe-embedded.ts";
import type { EmbeddedTexts } from "../embedded-texts.ts";
import { ShownFigure } from "./shown-figure.tsx";

type Tour = NonNullable<EmbeddedNumbers["figures"]["tours"]>[number];

/** How many reached each stop of a tour. */
export function ShownTourTable({ tour, texts }: { readonly tour: Tour; readonly texts: EmbeddedTexts }) {
  const most = Math.max(1, ...tour.stops.map(({ visitors }) => visitors ?? 0));
  return (
    <table className="w-full border-y border-hairline">
      <caption className="py-1.5 text-left wrap-anywhere">{tour.title === "" ? texts.untitled : tour.title}</caption>
      <thead className="text-caption text-ink-soft">
        <tr>
          <th scope="col" className="w-16 py-1.5 text-left font-regular">
            {texts.stop}
          </th>
          <th scope="col" className="py-1.5 text-right font-regular">
            {texts.visitors}
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-hairline">
        {tour.stops.map(({ stop, visitors }) => (
          <tr key={stop}>
            <th scope="row" className="py-1.5 text-left font-regular">
              {stop + 1}
            </th>
            <td className="py-1.5">
              <span className="flex items-center justify-end gap-3">
                <span
                  aria-hidden="true"
                  className="h-2 bg-accent"
                  style={{ width: `${Math.round((60 * (visitors ?? 0)) / most)}%` }}
                />
                <span className="font-mono tabular-nums">
                  <ShownFigure value={toCount(visitors, texts)} texts={texts} />
                </span>
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
