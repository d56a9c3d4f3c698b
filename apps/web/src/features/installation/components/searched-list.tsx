import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { PagedList } from "../../../ui/paged-list.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { SearchField } from "./search-field.tsx";

/** A searchable long list with the number of results. */
export function SearchedList<Page extends { readonly total: number }, Item>({
  label,
  onSearch,
  list,
  toItems,
  toKey,
  toTotal,
  renderItem,
  nothing,
}: {
  readonly label: string;
  readonly onSearch: (search: string) => void;
  readonly list: UseInfiniteQueryResult<InfiniteData<Page>>;
  readonly toItems: (page: Page) => readonly Item[];
  readonly toKey: (item: Item) => string;
  readonly toTotal: (total: number) => string;
  readonly renderItem: (item: Item) => ReactNode;
  readonly nothing: string;
}) {
  return (
    <div className="grid gap-4">
      <SearchField label={label} onSearch={onSearch} />
      <PagedList
        list={list}
        toItems={toItems}
        toKey={toKey}
        renderItem={renderItem}
        renderTotal={(total) => (
          <p role="status" className="text-ink-soft">
            {toTotal(total)}
          </p>
        )}
        pending={<Skeleton className="h-40" />}
        nothing={
          <p role="status" className="text-ink-soft">
            {nothing}
          </p>
        }
        listClass="divide-y divide-hairline border border-line bg-sheet"
      />
    </div>
  );
}
