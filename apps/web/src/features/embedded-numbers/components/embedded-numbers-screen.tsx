import type { EmbeddedNumbers } from "@blueprint/contract/embed-tokens";
import { ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import { formatDuration } from "../../../lib/format.ts";
import { BarChart } from "../../../ui/bar-chart.tsx";
import { Button } from "../../../ui/button.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { describeLists, judgeFigures, toBars, toCount, toDays } from "../describe-embedded.ts";
import type { EmbeddedTexts } from "../embedded-texts.ts";
import { type Problem, useEmbeddedNumbers } from "../use-embedded-numbers.ts";
import { ShownFigure } from "./shown-figure.tsx";
import { ShownListTable } from "./shown-list-table.tsx";
import { ShownTourTable } from "./shown-tour-table.tsx";

/** Numbers of a place in a frame on another site. */
export function EmbeddedNumbersScreen({ token, texts }: { readonly token: string; readonly texts: EmbeddedTexts }) {
  const { numbers, problem, ask } = useEmbeddedNumbers(token);
  return (
    <main id="content" className="mx-auto grid w-full max-w-5xl grid-cols-1 content-start gap-6 p-4 sm:p-6">
      {numbers !== null ? (
        <Numbers numbers={numbers} texts={texts} isStale={problem !== null} onAsk={ask} />
      ) : problem !== null ? (
        <ProblemSheet problem={problem} texts={texts} onAsk={ask} />
      ) : (
        <Loading texts={texts} />
      )}
    </main>
  );
}

function Numbers({
  numbers,
  texts,
  isStale,
  onAsk,
}: {
  readonly numbers: EmbeddedNumbers;
  readonly texts: EmbeddedTexts;
  readonly isStale: boolean;
  readonly onAsk: () => void;
}) {
  const { figures, place, readAt } = numbers;
  const judged = judgeFigures(figures);
  const time = new Intl.DateTimeFormat(texts.locale, { hour: "2-digit", minute: "2-digit" }).format(new Date(readAt));
  return (
    <>
      <title>{`${texts.title} · ${place.name}`}</title>
      <header className="grid gap-0.5 border-b border-hairline pb-4">
        <h1 className="text-lead font-strong wrap-anywhere">
          {place.slug === null ? place.name : <PlaceLink slug={place.slug} name={place.name} texts={texts} />}
        </h1>
        <p className="text-caption text-ink-soft">
          {texts.title}, {toDays(numbers, texts)}
        </p>
      </header>
      {judged === "some" ? (
        <Figures numbers={numbers} texts={texts} />
      ) : (
        <Sheet
          title={judged === "none" ? texts.noVisits : texts.hidden}
          text={judged === "none" ? texts.noVisitsText : texts.hiddenText}
        />
      )}
      <footer className="grid gap-1 border-t border-hairline pt-3 text-caption text-pretty text-ink-soft">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1" role={isStale ? "status" : undefined}>
          <time dateTime={readAt}>{texts.updated(time)}</time>
          {isStale ? (
            <>
              <span className="text-attention">{texts.notUpdated}</span>
              <Button size="small" onClick={onAsk}>
                {texts.again}
              </Button>
            </>
          ) : null}
        </p>
        <p>{texts.note}</p>
      </footer>
    </>
  );
}

/** Opens outside the frame: the site around it may not be allowed to frame the place. */
function PlaceLink({
  slug,
  name,
  texts,
}: {
  readonly slug: string;
  readonly name: string;
  readonly texts: EmbeddedTexts;
}) {
  return (
    <a
      href={`/webxr?b=${encodeURIComponent(slug)}`}
      target="_blank"
      rel="noopener"
      className="underline decoration-line underline-offset-4 hover:decoration-ink"
    >
      {name}
      <ExternalLink
        size={14}
        strokeWidth={1.5}
        aria-hidden="true"
        className="ml-1.5 inline-block align-baseline text-ink-soft"
      />
      <span className="sr-only"> ({texts.open})</span>
    </a>
  );
}

function Figures({ numbers, texts }: { readonly numbers: EmbeddedNumbers; readonly texts: EmbeddedTexts }) {
  const { totals, trend, tours } = numbers.figures;
  const lists = describeLists(numbers.figures, texts);
  return (
    <>
      {totals === undefined ? null : (
        <dl className="grid grid-cols-[repeat(auto-fit,minmax(7.5rem,1fr))] gap-x-6 gap-y-4">
          <Figure label={texts.visits} value={<ShownFigure value={toCount(totals.visits, texts)} texts={texts} />} />
          <Figure
            label={texts.visitors}
            value={<ShownFigure value={toCount(totals.visitors, texts)} texts={texts} />}
          />
          <Figure label={texts.averageTime} value={<AverageTime totals={totals} texts={texts} />} />
        </dl>
      )}
      {trend === undefined ? null : (
        <section aria-labelledby="trend" className="grid gap-3">
          <h2 id="trend" className="font-strong">
            {texts.visitsOfDay}
          </h2>
          <BarChart
            bars={toBars(numbers, texts)}
            description={texts.chart}
            showTable={texts.showTable}
            title={texts.visitsOfDay}
            spanHead={texts.day}
            valueHead={texts.visits}
            language={texts.language}
          />
        </section>
      )}
      {lists.length === 0 && tours === undefined ? null : (
        <div className="grid grid-cols-1 gap-x-10 gap-y-7 sm:grid-cols-2">
          {lists.map((list) => (
            <ShownListTable key={list.id} list={list} texts={texts} />
          ))}
          {tours === undefined ? null : (
            <section aria-labelledby="tours" className="grid min-w-0 content-start gap-2">
              <h2 id="tours" className="font-strong">
                {texts.tours}
              </h2>
              {tours.length === 0 ? <p className="text-ink-soft">{texts.empty}</p> : null}
              {tours.map((tour) => (
                <ShownTourTable key={tour.id} tour={tour} texts={texts} />
              ))}
            </section>
          )}
        </div>
      )}
    </>
  );
}

function Figure({ label, value }: { readonly label: string; readonly value: ReactNode }) {
  return (
    <div className="grid content-start gap-0.5">
      <dt className="text-caption text-ink-soft">{label}</dt>
      <dd className="font-mono text-lead tabular-nums">{value}</dd>
    </div>
  );
}

function AverageTime({
  totals: { visits, seconds },
  texts,
}: {
  readonly totals: NonNullable<EmbeddedNumbers["figures"]["totals"]>;
  readonly texts: EmbeddedTexts;
}) {
  if (visits !== null && visits > 0 && seconds !== null) return formatDuration(seconds / visits);
  return (
    <>
      <span aria-hidden="true">–</span>
      {visits === 0 ? null : <span className="sr-only">{texts.tooFewVisitors}</span>}
    </>
  );
}

function Loading({ texts }: { readonly texts: EmbeddedTexts }) {
  return (
    <div role="status" className="grid gap-6">
      <span className="sr-only">{texts.loading}</span>
      <Skeleton className="h-12" />
      <Skeleton className="h-12" />
      <Skeleton className="h-52" />
    </div>
  );
}

function ProblemSheet({
  problem,
  texts,
  onAsk,
}: {
  readonly problem: Problem;
  readonly texts: EmbeddedTexts;
  readonly onAsk: () => void;
}) {
  const title = texts[problem];
  return (
    <>
      <title>{title}</title>
      <Sheet title={title} text={problem === "failed" ? null : texts[`${problem}Text`]}>
        {problem === "failed" ? <Button onClick={onAsk}>{texts.again}</Button> : null}
      </Sheet>
    </>
  );
}

function Sheet({
  title,
  text,
  children,
}: {
  readonly title: string;
  readonly text: string | null;
  readonly children?: ReactNode;
}) {
  return (
    <div
      role="status"
      className="sheet-grid grid justify-items-center gap-2 border border-hairline px-4 py-10 text-center"
    >
      <p className="font-strong text-balance">{title}</p>
      {text === null ? null : <p className="max-w-prose text-pretty text-ink-soft">{text}</p>}
      {children}
    </div>
  );
}
