import type { ApiKey } from "@blueprint/contract/api-keys";
import { useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { useCurrentTeam } from "../../../lib/current-team.ts";
import { formatDate, formatDateTime } from "../../../lib/format.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { LoadFailure } from "../../../ui/load-failure.tsx";
import { SectionHead } from "../../../ui/section-head.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { apiKeysQuery, useRevokeApiKey } from "../api-keys.queries.ts";
import { scopeWords } from "../scope-words.ts";
import { NewApiKeyDialog } from "./new-api-key-dialog.tsx";

/** The team's API keys. For owners and admins. */
export function ApiKeysSection() {
  const team = useCurrentTeam();
  const list = useQuery(apiKeysQuery(team.teamId));
  const [isMaking, setMaking] = useState(false);
  return (
    <section aria-labelledby="api-keys" className="grid gap-3">
      <SectionHead
        id="api-keys"
        title="API keys"
        text={
          <>
            For programs that work with blueprints in {team.name}.{" "}
            <a href="/api/openapi.json" className="text-accent underline underline-offset-2">
              OpenAPI description
            </a>
          </>
        }
      >
        <Button onClick={() => setMaking(true)}>
          <KeyRound aria-hidden="true" strokeWidth={1.5} />
          New key
        </Button>
      </SectionHead>
      {list.isPending ? (
        <Skeleton className="h-24" />
      ) : list.data === undefined ? (
        <LoadFailure query={list} />
      ) : list.data.keys.length === 0 ? (
        <p className="border border-line bg-sheet px-4 py-4 text-ink-soft">
          No keys yet. A key has its creator's permissions, in this team only, and stops working when they leave.
        </p>
      ) : (
        <ul className="divide-y divide-hairline border border-line bg-sheet">
          {list.data.keys.map((key) => (
            <KeyRow key={key.id} apiKey={key} />
          ))}
        </ul>
      )}
      <NewApiKeyDialog open={isMaking} onOpenChange={setMaking} />
    </section>
  );
}

function KeyRow({ apiKey }: { readonly apiKey: ApiKey }) {
  const team = useCurrentTeam();
  const [isAsking, setAsking] = useState(false);
  const revoke = useRevokeApiKey(team.teamId);
  const isExpired = apiKey.expiresAt !== null && Date.parse(apiKey.expiresAt) <= Date.now();
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 px-4 py-3">
      <div className="grid min-w-0 gap-1.5">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="font-strong break-words">{apiKey.name}</h3>
          <code className="font-mono text-caption text-ink-soft">{apiKey.prefix}…</code>
          {isExpired ? <Badge tone="attention">Expired</Badge> : null}
        </div>
        <p className="flex flex-wrap gap-1.5">
          {apiKey.scopes.map((scope) => (
            <Badge key={scope}>{scopeWords[scope].label}</Badge>
          ))}
        </p>
        <p className="text-caption text-ink-soft">
          {apiKey.lastUsedAt === null
            ? "Never used"
            : `Last used ${formatDateTime(apiKey.lastUsedAt)} from ${apiKey.lastUsedAddress}`}
          {" · "}
          {apiKey.createdByName}, {formatDate(apiKey.createdAt)}
          {apiKey.expiresAt === null || isExpired ? "" : ` · until ${formatDate(apiKey.expiresAt)}`}
        </p>
      </div>
      <Button size="small" onClick={() => setAsking(true)} aria-label={`Revoke ${apiKey.name}`}>
        Revoke
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Revoke ${apiKey.name}?`}
        description="Programs that use it lose access right away. Their changes stay."
        confirm="Revoke key"
        act={{ ...revoke, mutateAsync: () => revoke.mutateAsync(apiKey.id) }}
      />
    </li>
  );
}
