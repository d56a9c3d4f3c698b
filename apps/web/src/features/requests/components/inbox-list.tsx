import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { formatAmount } from "../../../lib/format.ts";
import { PagedList } from "../../../ui/paged-list.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";

/** Requests to the operators, one per sheet. */
export function InboxList<Request extends { readonly id: string }>({
  list,
  nothing,
  renderRequest,
}: {
  readonly list: UseInfiniteQueryResult<
    InfiniteData<{ readonly requests: readonly Request[]; readonly total: number }>
  >;
  readonly nothing: string;
  readonly renderRequest: (request: Request) => ReactNode;
}) {
  const line = (text: string) => (
    <p role="status" className="text-ink-soft">
      {text}
    </p>
  );
  return (
    <PagedList
      list={list}
      toItems={(page) => page.requests}
      toKey={({ id }) => id}
      renderItem={renderRequest}
      renderTotal={(total) => line(formatAmount(total, "request"))}
      pending={<Skeleton className="h-40" />}
      nothing={line(nothing)}
    />
  );
}
