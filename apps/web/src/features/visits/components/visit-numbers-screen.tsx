import type { BlueprintId } from "@blueprint/contract/ids";
import { roleMay } from "@blueprint/contract/roles";
import { visitorsShownMin } from "@blueprint/contract/visits";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ArrowLeft, CodeXml, Download } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useCurrentTeam } from "../../../lib/current-team.ts";
import { downloadText } from "../../../lib/download-text.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { LoadFailure } from "../../../ui/load-failure.tsx";
import { PageHead } from "../../../ui/page-head.tsx";
import { PageSpinner } from "../../../ui/page-spinner.tsx";
import {
  askedQuery,
  describeAsked,
  describeFigures,
  describeSubjects,
  toVisitsCsv,
  visitedBlueprintQuery,
  visitHeatQuery,
  visitNumbersQuery,
} from "../visit-numbers.ts";
import { nameRange, type RangeChoice, toRange, toRanges } from "../visit-range.ts";
import { AskedTable } from "./asked-table.tsx";
import { EmbedDialog } from "./embed-dialog.tsx";
import { RangeChooser } from "./range-chooser.tsx";
import { SubjectTable } from "./subject-table.tsx";
import { TourTable } from "./tour-table.tsx";
import { VisitChart } from "./visit-chart.tsx";
import { VisitHeat } from "./visit-heat.tsx";

/** How a place is visited, with a definition of each figure. */
export function VisitNumbersScreen({
  blueprintId,
  choice,
  onChoice,
}: {
  readonly blueprintId: BlueprintId;
  readonly choice: RangeChoice;
  readonly onChoice: (choice: RangeChoice) => void;
}) {
  const [now] = useState(() => new Date());
  const blueprint = useQuery(visitedBlueprintQuery(blueprintId));
  const ranges = toRanges(choice, now);
  const { range } = ranges;
  const numbers = useQuery(visitNumbersQuery(blueprintId, range));
  const former = useQuery(visitNumbersQuery(blueprintId, ranges.former));
  const heat = useQuery(visitHeatQuery(blueprintId, range));
  const guide = useQuery(askedQuery(blueprintId, range));
  const asked = guide.data === undefined ? [] : describeAsked(guide.data);
  const spots = heat.data?.spots ?? [];
  const failed = [blueprint, numbers].find(({ error }) => error !== null);
  const name = blueprint.data?.name ?? "";
  const mayEmbed = roleMay(useCurrentTeam().role, "team.settings");
  const [isEmbedding, setEmbedding] = useState(false);
  const data = numbers.data;
  return (
    <>
      <title>{`Visitor numbers · ${name} · Blueprint`}</title>
      <Link
        to="/dashboard"
        className="mb-2 inline-flex items-center gap-1 text-caption text-ink-soft underline-offset-2 hover:underline"
      >
        <ArrowLeft size={14} strokeWidth={1.5} aria-hidden="true" />
        Blueprints
      </Link>
      <PageHead
        title="Visitor numbers"
        actions={
          <>
            <RangeChooser ranges={ranges} today={toRange(1, now).to} onChoice={onChoice} />
            <Button
              disabled={data === undefined}
              onClick={() =>
                data &&
                downloadText(
                  `${name} visits ${data.from} to ${data.to}.csv`,
                  "text/csv",
                  toVisitsCsv(data, spots, asked),
                )
              }
            >
              <Download aria-hidden="true" strokeWidth={1.5} />
              CSV
            </Button>
            {mayEmbed && blueprint.data !== undefined ? (
              <Button onClick={() => setEmbedding(true)}>
                <CodeXml aria-hidden="true" strokeWidth={1.5} />
                Embed
              </Button>
            ) : null}
          </>
        }
      >
        {name}
      </PageHead>
      {mayEmbed && blueprint.data !== undefined ? (
        <EmbedDialog place={blueprint.data} open={isEmbedding} onOpenChange={setEmbedding} />
      ) : null}
      {failed !== undefined ? (
        <LoadFailure query={failed} />
      ) : data === undefined ? (
        <PageSpinner />
      ) : (
        <Numbers
          data={data}
          former={former.data}
          than={ranges.isBefore ? "the days before" : nameRange(ranges.former)}
          asked={asked}
          heat={
            blueprint.data?.publishedVersion == null || spots.length === 0 ? null : (
              <VisitHeat key={`${range.from} ${range.to}`} blueprint={blueprint.data} range={range} spots={spots} />
            )
          }
        />
      )}
    </>
  );
}

type Data = Parameters<typeof describeFigures>[0];

function Numbers({
  data,
  former,
  than,
  asked,
  heat,
}: {
  readonly data: Data;
  readonly former: Data | undefined;
  /** What the former days are called. */
  readonly than: string;
  readonly asked: ReturnType<typeof describeAsked>;
  readonly heat: ReactNode;
}) {
  const figures = describeFigures(data, former, than);
  if (data.totals.visits === null || data.totals.visits === 0)
    return (
      <EmptyState title={data.totals.visits === 0 ? "No visits yet" : `Fewer than ${visitorsShownMin} visitors`}>
        {data.totals.visits === 0
          ? "Visits appear here within a minute. Robots and browsers that ask not to be tracked aren’t counted."
          : "Figures appear once there are enough visitors to keep each of them anonymous."}
      </EmptyState>
    );
  return (
    <div className="grid gap-10">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-5 sm:grid-cols-3 lg:grid-cols-6">
        {figures.map(({ id, label, value, change }) => (
          <div key={id} className="grid content-start gap-0.5">
            <dt className="text-caption text-ink-soft">
              <a href={`#definition-${id}`} className="underline decoration-dotted underline-offset-2">
                {label}
              </a>
            </dt>
            <dd className="font-mono text-lead tabular-nums">{value}</dd>
            {change === "" ? null : <dd className="text-caption text-ink-soft">{change}</dd>}
          </div>
        ))}
      </dl>
      <section aria-labelledby="visits-trend" className="grid gap-3">
        <h2 id="visits-trend" className="text-lead font-strong">
          {data.from === data.to ? "Visits of each hour" : "Visits of each day"}
        </h2>
        <VisitChart numbers={data} former={former} than={than} />
      </section>
      {heat}
      <div className="grid grid-cols-1 gap-x-10 gap-y-10 lg:grid-cols-2">
        {describeSubjects(data).map((list) => (
          <SubjectTable key={list.id} list={list} />
        ))}
        {asked.length === 0 ? null : <AskedTable asked={asked} />}
        {data.tours.length === 0 ? null : (
          <section aria-labelledby="visits-tours" className="grid content-start gap-3">
            <h2 id="visits-tours" className="text-lead font-strong">
              Tours
            </h2>
            <p className="max-w-prose text-caption text-pretty text-ink-soft">
              How many visitors reached each stop, by themselves or because the tour went on.
            </p>
            {data.tours.map((tour) => (
              <TourTable key={tour.id} tour={tour} />
            ))}
          </section>
        )}
      </div>
      <section aria-labelledby="visits-definitions" className="grid gap-3">
        <h2 id="visits-definitions" className="text-lead font-strong">
          What is counted
        </h2>
        <dl className="grid gap-3">
          {figures.map(({ id, label, definition }) => (
            <div key={id} id={`definition-${id}`} className="max-w-prose scroll-mt-20 target:bg-accent-wash">
              <dt className="font-strong">{label}</dt>
              <dd className="text-pretty text-ink-soft">{definition}</dd>
            </div>
          ))}
        </dl>
        <p className="max-w-prose text-caption text-pretty text-ink-soft">
          Days are in UTC. Counted without cookies: nothing is stored in visitors’ browsers, robots and browsers that
          ask not to be tracked are left out, and figures about fewer than {visitorsShownMin} visitors aren’t shown.
          Counts are kept for 25 months.
        </p>
      </section>
    </div>
  );
}
