import { nameSubject, type SubjectList, toCount, toSubjectFigure } from "../visit-numbers.ts";

/** One of the lists of figures, most visitors first. */
export function SubjectTable({ list }: { readonly list: SubjectList }) {
  const headingId = `visits-${list.id}`;
  return (
    <section aria-labelledby={headingId} className="grid content-start gap-2">
      <h2 id={headingId} className="text-lead font-strong">
        {list.title}
      </h2>
      <p className="max-w-prose text-caption text-pretty text-ink-soft">{list.definition}</p>
      <div className="overflow-x-auto">
        <table className="w-full border-y border-hairline" aria-labelledby={headingId}>
          <thead className="text-caption text-ink-soft">
            <tr>
              <th scope="col" className="py-1.5 pr-4 text-left font-regular">
                {list.of}
              </th>
              <th scope="col" className="py-1.5 pr-4 text-right font-regular">
                {list.figure}
              </th>
              <th scope="col" className="py-1.5 text-right font-regular">
                Visitors
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-hairline">
            {list.subjects.map((subject) => (
              <tr key={subject.id} className="align-top">
                <th scope="row" className="py-1.5 pr-4 text-left font-regular break-words">
                  {nameSubject(list, subject)}
                </th>
                <td className="py-1.5 pr-4 text-right font-mono whitespace-nowrap tabular-nums">
                  {toSubjectFigure(list, subject)}
                </td>
                <td className="py-1.5 text-right font-mono whitespace-nowrap tabular-nums">
                  {toCount(subject.visitors)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
