import type { RequestKind } from "@blueprint/contract/requests";
import { useQuery } from "@tanstack/react-query";
import { LoadFailure } from "../../../ui/load-failure.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { myRequestsQuery } from "../requests.queries.ts";
import { RequestSheet } from "./request-sheet.tsx";

/** The signed-in user's requests and their outcomes. */
export function OwnRequests({ kind, none }: { readonly kind: RequestKind; readonly none: string | null }) {
  const own = useQuery(myRequestsQuery(kind));
  if (own.isPending) return none === null ? null : <Skeleton className="h-24 max-w-2xl" />;
  if (own.data === undefined) return <LoadFailure query={own} />;
  if (own.data.requests.length === 0) return none === null ? null : <p className="text-ink-soft">{none}</p>;
  return (
    <ul className="grid max-w-2xl gap-3">
      {own.data.requests.map((request) => (
        <li key={request.id}>
          <RequestSheet request={request} />
        </li>
      ))}
    </ul>
  );
}
