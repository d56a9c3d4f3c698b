import type { describeAsked } from "../visit-numbers.ts";

/** What visitors asked the guide. */
export function AskedTable({ asked }: { readonly asked: ReturnType<typeof describeAsked> }) {
  return (
    <section aria-labelledby="visits-guide" className="grid content-start gap-2">
      <h2 id="visits-guide" className="text-lead font-strong">
        Guide
      </h2>
      <p className="max-w-prose text-caption text-pretty text-ink-soft">What visitors asked, not who asked it.</p>
      <table className="w-full border-y border-hairline" aria-labelledby="visits-guide">
        <tbody className="divide-y divide-hairline">
          {asked.map(({ id, label, value, definition }) => (
            <tr key={id} className="align-top">
              <th scope="row" className="py-1.5 pr-4 text-left font-regular">
                <span className="block">{label}</span>
                <span className="block max-w-prose text-caption text-pretty text-ink-soft">{definition}</span>
              </th>
              <td className="py-1.5 text-right font-mono whitespace-nowrap tabular-nums">{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
