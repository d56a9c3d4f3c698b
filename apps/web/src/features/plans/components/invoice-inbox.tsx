import type { Invoice } from "@blueprint/contract/plans";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatAmount } from "../../../lib/format.ts";
import { readableError } from "../../../lib/readable-error.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PagedList } from "../../../ui/paged-list.tsx";
import { SegmentedControl } from "../../../ui/segmented-control.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { allInvoicesQuery, useSettleInvoice } from "../plans.queries.ts";
import { InvoiceSheet } from "./invoice-sheet.tsx";

/** For operators: invoices sent to teams, and their status. */
export function InvoiceInbox() {
  const [state, setState] = useState<"open" | "settled">("open");
  const list = useInfiniteQuery(allInvoicesQuery(state));
  const line = (text: string) => (
    <p role="status" className="text-ink-soft">
      {text}
    </p>
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div>
        <SegmentedControl
          label="State of the invoices"
          value={state}
          onChange={setState}
          segments={[
            { value: "open", label: "Open" },
            { value: "settled", label: "Settled" },
          ]}
        />
      </div>
      <PagedList
        list={list}
        toItems={(page) => page.invoices}
        toKey={({ id }) => id}
        renderItem={(invoice) => (
          <InvoiceSheet invoice={invoice} title={`${invoice.teamName}: ${invoice.billTo}`}>
            {invoice.state === "open" ? <Settle invoice={invoice} /> : null}
          </InvoiceSheet>
        )}
        renderTotal={(total) => line(formatAmount(total, "invoice"))}
        pending={<Skeleton className="h-40" />}
        nothing={line(state === "open" ? "No open invoices." : "No settled invoices yet.")}
      />
    </div>
  );
}

function Settle({ invoice: { id, number } }: { readonly invoice: Invoice }) {
  const settle = useSettleInvoice();
  const answer = (outcome: "paid" | "void") => () => {
    if (!settle.isPending) settle.mutate({ id, outcome });
  };
  return (
    <>
      {settle.error ? <Notice tone="danger">{readableError(settle.error)}</Notice> : null}
      <Button size="small" busy={settle.isPending && settle.variables.outcome === "void"} onClick={answer("void")}>
        Void<span className="sr-only"> invoice {number}</span>
      </Button>
      <Button
        size="small"
        variant="primary"
        busy={settle.isPending && settle.variables.outcome === "paid"}
        onClick={answer("paid")}
      >
        Mark as paid<span className="sr-only">: invoice {number}</span>
      </Button>
    </>
  );
}
