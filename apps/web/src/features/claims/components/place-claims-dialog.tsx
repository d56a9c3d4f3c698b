import type { ClaimCode } from "@blueprint/contract/claims";
import type { BlueprintId } from "@blueprint/contract/ids";
import { limits } from "@blueprint/contract/limits";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useCurrentTeam } from "../../../lib/current-team.ts";
import { formatDate } from "../../../lib/format.ts";
import { fieldError, readableError } from "../../../lib/readable-error.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { LoadFailure } from "../../../ui/load-failure.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { ShownOnce } from "../../../ui/shown-once.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { claimCodesQuery, teamClaimsQuery, useMakeClaimCode, useRemoveClaimCode } from "../claims.queries.ts";
import { TeamClaim } from "./team-claim-dialog.tsx";

const codeWords: Record<ClaimCode["state"], string> = { open: "Open", used: "Used", expired: "Expired" };

/** Claims of one place, and codes for people at the venue. */
export function PlaceClaimsDialog({
  blueprintId,
  onClose,
}: {
  readonly blueprintId: BlueprintId;
  readonly onClose: () => void;
}) {
  const { teamId } = useCurrentTeam();
  const list = useQuery(teamClaimsQuery(teamId));
  const claims = list.data?.claims.filter(({ place }) => place.blueprintId === blueprintId) ?? [];
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="wide"
      title="Claims"
      description="People who run the venue can take over its place. A code shows that they are there."
    >
      <div className="grid gap-6">
        {list.isPending ? <Skeleton className="h-24" /> : null}
        {list.isError && list.data === undefined ? <LoadFailure query={list} /> : null}
        {list.data !== undefined && claims.length === 0 ? (
          <p className="text-ink-soft">Nobody has claimed this place.</p>
        ) : null}
        {claims.length === 0 ? null : (
          <ul className="grid gap-5 divide-y divide-hairline [&>li+li]:pt-5">
            {claims.map((claim) => (
              <li key={claim.id} className="min-w-0">
                <TeamClaim claim={claim} teamId={teamId} />
              </li>
            ))}
          </ul>
        )}
        <Codes blueprintId={blueprintId} />
      </div>
    </Dialog>
  );
}

function Codes({ blueprintId }: { readonly blueprintId: BlueprintId }) {
  const codes = useQuery(claimCodesQuery(blueprintId));
  const remove = useRemoveClaimCode(blueprintId);
  const make = useMakeClaimCode(blueprintId);
  const [label, setLabel] = useState("");
  if (make.data !== undefined)
    return (
      <ShownOnce
        label={`Code for ${make.variables}`}
        secret={make.data.code}
        onCopied={() => {
          setLabel("");
          make.reset();
        }}
      >
        <p className="text-pretty">
          Print it on a sign or put it into a letter. It proves one claim, once, until {formatDate(make.data.expiresAt)}
          , and isn’t shown again.
        </p>
      </ShownOnce>
    );
  return (
    <section aria-labelledby="claim-codes" className="grid gap-3 border-t border-hairline pt-5">
      <h3 id="claim-codes" className="font-strong">
        Codes for the venue
      </h3>
      {codes.isError && codes.data === undefined ? <LoadFailure query={codes} /> : null}
      {codes.data === undefined || codes.data.codes.length === 0 ? null : (
        <ul className="divide-y divide-hairline border border-line">
          {codes.data.codes.map((code) => (
            <li key={code.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
              <span className="min-w-0 flex-1 break-words">{code.label}</span>
              <span className="text-caption text-ink-soft">
                {code.usedAt === null ? `until ${formatDate(code.expiresAt)}` : `on ${formatDate(code.usedAt)}`}
              </span>
              <Badge tone={code.state === "open" ? "accent" : "neutral"}>{codeWords[code.state]}</Badge>
              {code.state === "used" ? null : (
                <Button
                  size="small"
                  variant="quiet"
                  aria-label={`Remove the code for ${code.label}`}
                  busy={remove.isPending && remove.variables === code.id}
                  onClick={() => remove.mutate(code.id)}
                >
                  Remove
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {remove.error === null ? null : <Notice tone="danger">{readableError(remove.error)}</Notice>}
      <form
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (!make.isPending) make.mutate(label);
        }}
      >
        <TextField
          label="Where it goes"
          required
          maxLength={limits.shortLinkLabelCharactersMax}
          placeholder="Front desk"
          value={label}
          onChange={(event) => setLabel(event.target.value)}
          error={fieldError(make.error, "label")}
        />
        {make.error !== null && fieldError(make.error, "label") === undefined ? (
          <Notice tone="danger">{readableError(make.error)}</Notice>
        ) : null}
        <div>
          <Button type="submit" busy={make.isPending}>
            Make code
          </Button>
        </div>
      </form>
    </section>
  );
}
