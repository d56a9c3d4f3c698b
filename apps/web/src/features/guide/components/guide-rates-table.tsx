import type { GuideRates } from "@blueprint/contract/guide-questions";
import { describeRates } from "../guide-questions.ts";

/** How well a place answers, each figure with what it counts. */
export function GuideRatesTable({ rates, hasAnswers }: { readonly rates: GuideRates; readonly hasAnswers: boolean }) {
  return (
    <table className="w-full border-y border-hairline">
      <caption className="sr-only">How well this place answers</caption>
      <tbody className="divide-y divide-hairline">
        {describeRates(rates, hasAnswers).map(({ label, value, definition }) => (
          <tr key={label} className="align-top">
            <th scope="row" className="py-2 pr-4 text-left font-regular">
              <span className="block">{label}</span>
              <span className="block max-w-prose text-caption text-pretty text-ink-soft">{definition}</span>
            </th>
            <td className="py-2 text-right font-mono whitespace-nowrap tabular-nums">
              {value.map((line) => (
                <span key={line} className="block">
                  {line}
                </span>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
