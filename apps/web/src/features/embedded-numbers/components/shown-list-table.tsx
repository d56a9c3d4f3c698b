import { useState } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { Button } from "../../../ui/button.tsx";
import type { ShownList } from "../describe-embedded.ts";
import type { EmbeddedTexts } from "../embedded-texts.ts";
import { ShownFigure } from "./shown-figure.tsx";

/** A frame is small: the rest comes on demand. */
const rowsShownFirst = 8;

/** One of the chosen lists, most visitors first. */
export function ShownListTable({ list, texts }: { readonly list: ShownList; readonly texts: EmbeddedTexts }) {
  const [showsAll, setShowsAll] = useState(false);
  const headingId = `list-${list.id}`;
  const rows = showsAll ? list.rows : list.rows.slice(0, rowsShownFirst);
  return (
    <section aria-labelledby={headingId} className="grid min-w-0 content-start gap-2">
      <h2 id={headingId} className="font-strong">
        {list.title}
      </h2>
      {list.rows.length === 0 ? (
        <p className="text-ink-soft">{texts.empty}</p>
      ) : (
        <table className="w-full table-fixed border-y border-hairline" aria-labelledby={headingId}>
          <thead className="text-caption text-ink-soft">
            <tr>
              <th scope="col" className="py-1.5 pr-3 text-left font-regular">
                {list.of}
              </th>
              <th
                scope="col"
                className={classNames("py-1.5 pr-3 text-right font-regular", list.id === "zones" ? "w-26" : "w-20")}
              >
                {list.figure}
              </th>
              <th scope="col" className="w-18 py-1.5 text-right font-regular">
                {texts.visitors}
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-hairline">
            {rows.map(({ id, name, value, visitors }) => (
              <tr key={id} className="align-top">
                <th scope="row" className="py-1.5 pr-3 text-left font-regular wrap-anywhere">
                  {name}
                </th>
                <td className="py-1.5 pr-3 text-right font-mono tabular-nums">
                  <ShownFigure value={value} texts={texts} />
                </td>
                <td className="py-1.5 text-right font-mono tabular-nums">
                  <ShownFigure value={visitors} texts={texts} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {rows.length < list.rows.length ? (
        <Button size="small" className="justify-self-start" onClick={() => setShowsAll(true)}>
          {texts.showAll(list.rows.length.toLocaleString(texts.language))}
        </Button>
      ) : null}
    </section>
  );
}
