import type { GuideTestRun } from "@blueprint/contract/guide-tests";
import { formatDateTime } from "../../../lib/format.ts";
import { describeRun, nameRun } from "../../../lib/guide-test-runs.ts";

/** How the last runs came out, by draft and version, newest first. */
export function GuideTestRuns({ runs }: { readonly runs: readonly GuideTestRun[] }) {
  const [newest, ...earlier] = runs;
  if (newest === undefined) return null;
  return (
    <div className="grid gap-2">
      <p role="status" className="flex flex-wrap justify-between gap-x-4 border-y border-hairline py-2">
        <span>{nameRun(newest)}</span>
        <span className="font-mono tabular-nums">{describeRun(newest)}</span>
      </p>
      {earlier.length === 0 ? null : (
        <details>
          <summary className="w-fit cursor-pointer text-caption text-ink-soft hover:text-ink pointer-coarse:py-3">
            Earlier runs
          </summary>
          <table className="mt-2 w-full border-y border-hairline text-caption">
            <caption className="sr-only">Earlier runs</caption>
            <thead className="sr-only">
              <tr>
                <th scope="col">Asked</th>
                <th scope="col">Started</th>
                <th scope="col">Result</th>
              </tr>
            </thead>
            <tbody className="divide-y divide-hairline">
              {earlier.map((run) => (
                <tr key={run.id} className="align-top">
                  <th scope="row" className="py-1.5 pr-4 text-left font-regular">
                    {nameRun(run)}
                  </th>
                  <td className="py-1.5 pr-4 text-ink-soft">{formatDateTime(run.startedAt)}</td>
                  <td className="py-1.5 text-right font-mono tabular-nums">{describeRun(run)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
    </div>
  );
}
