import type { TeamId } from "@blueprint/contract/ids";
import { useQuery } from "@tanstack/react-query";
import { LoadFailure } from "../../../ui/load-failure.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { invoicesQuery } from "../plans.queries.ts";
import { InvoiceSheet } from "./invoice-sheet.tsx";

/** The team's invoices, newest first. For owners. */
export function InvoiceList({ teamId }: { readonly teamId: TeamId }) {
  const list = useQuery(invoicesQuery(teamId));
  if (list.isPending) return <Skeleton className="h-24" />;
  if (list.data === undefined) return <LoadFailure query={list} />;
  if (list.data.invoices.length === 0)
    return <p className="text-ink-soft">No invoices yet. Your first one comes with your first paid plan.</p>;
  return (
    <ul className="grid gap-3">
      {list.data.invoices.map((invoice) => (
        <li key={invoice.id}>
          <InvoiceSheet invoice={invoice} title={`Invoice ${invoice.number}`} />
        </li>
      ))}
    </ul>
  );
}
