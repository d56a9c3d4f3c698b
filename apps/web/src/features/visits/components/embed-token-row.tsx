import type { EmbedToken } from "@blueprint/contract/embed-tokens";
import { useState } from "react";
import { formatDate, formatDateTime } from "../../../lib/format.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { embedFigureWords, embedRangeWords } from "../embed-code.ts";
import { useRevokeEmbedToken } from "../embeds.queries.ts";
import type { EmbeddedPlace } from "./embed-dialog.tsx";

/** What one token shows where, and when it last did. */
export function EmbedTokenRow({
  place,
  embed,
  onShow,
}: {
  readonly place: EmbeddedPlace;
  readonly embed: EmbedToken;
  readonly onShow: (what: "code" | "change") => void;
}) {
  const [isAsking, setAsking] = useState(false);
  const revoke = useRevokeEmbedToken(place.id);
  const { origins, figures, days, state, lastUsedAt, createdByName, createdAt } = embed;
  const sites = origins.map((origin) => origin.replace(/^https:\/\//, ""));
  const name = sites.join(", ");
  return (
    <li className="grid gap-3 px-4 py-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-start sm:gap-x-6">
      <div className="grid min-w-0 gap-1.5">
        <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 font-strong">
          <span className="wrap-anywhere">{name}</span>
          {state === "active" ? null : <Badge tone="attention">{state === "expired" ? "Expired" : "Revoked"}</Badge>}
        </h3>
        <p className="flex flex-wrap gap-1.5">
          {figures.map((figure) => (
            <Badge key={figure}>{embedFigureWords[figure].label}</Badge>
          ))}
        </p>
        <p className="text-caption text-pretty text-ink-soft">
          {describeUse(embed)}
          <br />
          {lastUsedAt === null ? "Never shown" : `Last shown ${formatDateTime(lastUsedAt)}`}
          <br />
          {createdByName === null ? "Created" : `Created by ${createdByName}`}, {formatDate(createdAt)}
        </p>
      </div>
      {state === "active" ? (
        <div className="flex gap-2">
          <Button size="small" onClick={() => onShow("code")} aria-label={`Code for ${name}`}>
            Code
          </Button>
          <Button size="small" onClick={() => onShow("change")} aria-label={`Change the embed of ${name}`}>
            Change
          </Button>
          <Button size="small" onClick={() => setAsking(true)} aria-label={`Revoke the embed of ${name}`}>
            Revoke
          </Button>
        </div>
      ) : null}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Revoke this embed?"
        description={`${name} can't show ${embedRangeWords[days].toLowerCase()} of ${place.name} any more. Open pages stop within a minute, and the code doesn't work again.`}
        confirm="Revoke embed"
        act={{ ...revoke, mutateAsync: () => revoke.mutateAsync(embed.id) }}
      />
    </li>
  );
}

function describeUse({ days, expiresAt, revokedAt, state }: EmbedToken): string {
  if (state === "revoked") return `${embedRangeWords[days]}, revoked ${formatDate(revokedAt ?? "")}`;
  if (expiresAt === null) return `${embedRangeWords[days]}, until revoked`;
  return `${embedRangeWords[days]}, ${state === "expired" ? "expired" : "until"} ${formatDate(expiresAt)}`;
}
