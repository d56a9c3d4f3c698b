import { domainProofPath, domainProofPrefix, type WebDomain } from "@blueprint/contract/web-domains";
import { useState } from "react";
import { useCurrentTeam } from "../../../lib/current-team.ts";
import { formatDate } from "../../../lib/format.ts";
import { readableError } from "../../../lib/readable-error.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { CopyField } from "../../../ui/copy-field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { useConfirmWebDomain, useRemoveWebDomain } from "../web-domains.queries.ts";

/** A domain: how to confirm it, or since when it is. */
export function WebDomainRow({ webDomain }: { readonly webDomain: WebDomain }) {
  const team = useCurrentTeam();
  const [isAsking, setAsking] = useState(false);
  const confirm = useConfirmWebDomain(team.teamId, webDomain.id);
  const remove = useRemoveWebDomain(team.teamId, webDomain.id);
  const { domain, token, method, confirmedAt } = webDomain;
  return (
    <li className="grid gap-3 px-4 py-3">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="grid min-w-0 gap-1">
          <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 font-strong break-all">
            {domain}
            <Badge tone={confirmedAt === null ? "attention" : "good"}>
              {confirmedAt === null ? "Not confirmed" : "Confirmed"}
            </Badge>
          </h3>
          {confirmedAt === null ? null : (
            <p className="text-caption text-ink-soft">
              {`Since ${formatDate(confirmedAt)}, by ${method === "dns" ? "DNS: subdomains, too" : "a page: this domain and www only"}`}
            </p>
          )}
        </div>
        <Button size="small" variant="quiet" onClick={() => setAsking(true)} aria-label={`Remove ${domain}`}>
          Remove
        </Button>
      </div>
      {confirmedAt === null ? (
        <div className="grid gap-3">
          <CopyField label="Token" value={domainProofPrefix + token} action="Copy token" />
          <p className="max-w-prose text-ink-soft text-pretty">
            {`Add it as a TXT record of ${domain}, or as a line of the page https://${domain}${domainProofPath}. Then check.`}
          </p>
          {confirm.error === null ? null : <Notice tone="attention">{readableError(confirm.error)}</Notice>}
          <Button busy={confirm.isPending} className="justify-self-start" onClick={() => confirm.mutate()}>
            Check now
          </Button>
        </div>
      ) : null}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Remove ${domain}?`}
        description="Short links and signs that lead there stop working at once."
        confirm="Remove domain"
        act={remove}
      />
    </li>
  );
}
