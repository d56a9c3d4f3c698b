import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { readableError } from "../lib/readable-error.ts";
import { Button } from "./button.tsx";
import { Notice } from "./notice.tsx";

/** A paginated list: loading, failed, empty, or its items with their total and a button for more. */
export function PagedList<Page extends { readonly total: number }, Item>({
  list,
  toItems,
  toKey,
  renderItem,
  renderTotal,
  renderFailure = (message, retry) => (
    <Notice tone="danger" action={<Button onClick={retry}>Try again</Button>}>
      {message}
    </Notice>
  ),
  pending,
  nothing,
  listClass = "grid gap-3",
  className = "grid gap-3",
}: {
  readonly list: UseInfiniteQueryResult<InfiniteData<Page>>;
  readonly toItems: (page: Page) => readonly Item[];
  readonly toKey: (item: Item) => string;
  readonly renderItem: (item: Item) => ReactNode;
  /** Shown above the items. */
  readonly renderTotal: (total: number) => ReactNode;
  readonly renderFailure?: (message: string, retry: () => void) => ReactNode;
  /** Shown until the first page loads. */
  readonly pending: ReactNode;
  /** Shown instead of an empty list. */
  readonly nothing: ReactNode;
  readonly listClass?: string;
  readonly className?: string;
}) {
  if (list.isPending) return pending;
  if (list.data === undefined) return renderFailure(readableError(list.error), () => void list.refetch());
  const items = list.data.pages.flatMap(toItems);
  if (items.length === 0) return nothing;
  return (
    <div className={className}>
      {renderTotal(list.data.pages.at(-1)?.total ?? items.length)}
      <ul className={listClass}>
        {items.map((item) => (
          <li key={toKey(item)} className="min-w-0">
            {renderItem(item)}
          </li>
        ))}
      </ul>
      {list.hasNextPage ? (
        <div className="justify-self-center">
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Show more
          </Button>
        </div>
      ) : null}
    </div>
  );
}
