import type { Invoice } from "@blueprint/contract/plans";
import { formatCents } from "@blueprint/contract/price-book";
import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { formatDate } from "../../../lib/format.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";

/** One invoice as a row: purpose, amount, status and a link to the invoice. */
export function InvoiceSheet({
  invoice,
  title,
  children,
}: {
  readonly invoice: Invoice;
  readonly title: string;
  /** Actions on the invoice. */
  readonly children?: ReactNode;
}) {
  const { id, number, state, lines, totalCents, issuedAt, dueAt, settledAt, isOverdue, issuer } = invoice;
  return (
    <article className="grid gap-3 border border-line bg-sheet p-4">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className="min-w-0 font-strong break-words">{title}</h3>
        <Badge tone={state === "paid" ? "good" : state === "void" ? "neutral" : isOverdue ? "danger" : "accent"}>
          {state === "paid" ? "Paid" : state === "void" ? "Void" : isOverdue ? "Overdue" : "Open"}
        </Badge>
      </header>
      <dl className="grid gap-y-1">
        {lines.map(({ text, cents }) => (
          <div key={text} className="flex justify-between gap-4">
            <dt className="min-w-0 break-words text-ink-soft">{text}</dt>
            <dd className="font-mono">{cents < 0 ? `−${formatCents(-cents)}` : formatCents(cents)}</dd>
          </div>
        ))}
        <div className="flex justify-between gap-4 border-t border-hairline pt-1">
          <dt className="font-strong">Total</dt>
          <dd className="font-mono font-strong">{formatCents(totalCents)}</dd>
        </div>
      </dl>
      {issuer === null ? null : (
        <div className="grid gap-1 border-t border-hairline pt-3 break-words text-ink-soft">
          <p>{[issuer.name, ...issuer.address.split("\n"), issuer.taxId].filter((text) => text !== "").join(", ")}</p>
          {state === "open" && issuer.paymentInstructions !== "" ? (
            <p className="whitespace-pre-line">
              <span className="font-strong text-ink">How to pay: </span>
              {issuer.paymentInstructions}
            </p>
          ) : null}
        </div>
      )}
      <footer className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-caption text-ink-soft">
          <span className="font-mono">{number}</span>, {formatDate(issuedAt)}.{" "}
          {settledAt === null ? `Due ${formatDate(dueAt)}.` : `Settled on ${formatDate(settledAt)}.`}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button size="small" asChild>
            <a href={`/api/invoices/${id}/pdf`} download={`invoice-${number}.pdf`}>
              <Download aria-hidden="true" strokeWidth={1.5} />
              PDF<span className="sr-only"> of invoice {number}</span>
            </a>
          </Button>
          {children}
        </div>
      </footer>
    </article>
  );
}
