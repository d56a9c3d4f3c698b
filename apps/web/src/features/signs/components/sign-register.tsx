import type { BlueprintId, SignId } from "@blueprint/contract/ids";
import type { Sign, SignFilter } from "@blueprint/contract/signs";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Printer } from "lucide-react";
import { type ReactNode, useDeferredValue, useState } from "react";
import { formatAmount } from "../../../lib/format.ts";
import type { TargetOption } from "../../../lib/link-targets.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { PagedList } from "../../../ui/paged-list.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { signsQuery } from "../signs.queries.ts";
import { SignFilters } from "./sign-filters.tsx";
import { SignRow } from "./sign-row.tsx";

/** All signs of a place: by state, and by what is typed. */
export function SignRegister({
  blueprintId,
  canPublish,
  chosen,
  onChosen,
  options,
  shownId,
  onShow,
  renderShown,
  onAdd,
  onSheets,
}: {
  readonly blueprintId: BlueprintId;
  readonly canPublish: boolean;
  readonly chosen: ReadonlySet<SignId>;
  readonly onChosen: (chosen: ReadonlySet<SignId>) => void;
  readonly options: readonly TargetOption[];
  readonly shownId: SignId | null;
  readonly onShow: (id: SignId) => void;
  /** The dialog of a sign; null while none is shown. */
  readonly renderShown: (sign: Sign | null) => ReactNode;
  readonly onAdd: () => void;
  readonly onSheets: () => void;
}) {
  const [filter, setFilter] = useState<SignFilter>("all");
  const [search, setSearch] = useState("");
  const list = useInfiniteQuery({
    ...signsQuery(blueprintId, { filter, search: useDeferredValue(search.trim()) }),
    placeholderData: keepPreviousData,
  });
  const counts = list.data?.pages.at(-1)?.counts;
  const isEmpty = counts?.all === 0;
  const toggle = (id: SignId) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChosen(next);
  };
  const signs = list.data?.pages.flatMap((page) => page.signs) ?? [];
  const isAllChosen = signs.length > 0 && signs.every(({ id }) => chosen.has(id));
  if (isEmpty)
    return (
      <EmptyState
        title="No signs yet"
        action={
          canPublish ? (
            <Button variant="primary" onClick={onAdd}>
              Add the first signs
            </Button>
          ) : undefined
        }
      >
        Each sign has a code of its own, so you see which ones are scanned, and can change what a code opens after it’s
        printed.
      </EmptyState>
    );
  return (
    <section aria-label="Signs" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <SignFilters shown={filter} counts={counts} onShow={setFilter} />
        <TextField
          label="Find"
          type="search"
          className="w-full sm:w-64"
          placeholder="Spot, title, storey or code"
          value={search}
          maxLength={100}
          onChange={(event) => setSearch(event.target.value)}
        />
      </div>
      <PagedList
        list={list}
        toItems={(page) => page.signs}
        toKey={({ id }) => id}
        listClass="divide-y divide-hairline border-y border-hairline"
        pending={<Skeleton className="h-64" />}
        nothing={<p className="border-y border-hairline py-8 text-center text-ink-soft">No sign matches.</p>}
        renderTotal={(total) => (
          <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <div className="flex items-center gap-4">
              {canPublish ? (
                <label className="flex min-h-9 cursor-pointer items-center gap-3 pl-1 pointer-coarse:min-h-11">
                  <input
                    type="checkbox"
                    className="accent-accent"
                    checked={isAllChosen}
                    onChange={() =>
                      onChosen(isAllChosen ? new Set() : new Set([...chosen, ...signs.map(({ id }) => id)]))
                    }
                  />
                  <span>{chosen.size === 0 ? formatAmount(total, "sign") : `${chosen.size} selected`}</span>
                </label>
              ) : (
                <span>{formatAmount(total, "sign")}</span>
              )}
              {chosen.size === 0 ? null : (
                <Button size="small" variant="quiet" onClick={() => onChosen(new Set())}>
                  Clear
                </Button>
              )}
            </div>
            {canPublish ? (
              <Button onClick={onSheets}>
                <Printer aria-hidden="true" strokeWidth={1.5} />
                {chosen.size === 0 ? "Make sheets of all signs" : `Make sheets of ${formatAmount(chosen.size, "sign")}`}
              </Button>
            ) : null}
          </div>
        )}
        renderItem={(sign) => (
          <SignRow
            sign={sign}
            options={options}
            isChosen={chosen.has(sign.id)}
            onChoose={canPublish ? () => toggle(sign.id) : undefined}
            onShow={() => onShow(sign.id)}
          />
        )}
      />
      {renderShown(signs.find(({ id }) => id === shownId) ?? null)}
    </section>
  );
}
