import type { InstallationTeam } from "@blueprint/contract/installation";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { formatAmount, formatBytes, formatDate } from "../../../lib/format.ts";
import { priceBookQuery } from "../../../lib/price-book.ts";
import { Badge } from "../../../ui/badge.tsx";
import { teamsQuery } from "../installation.queries.ts";
import { SearchedList } from "./searched-list.tsx";

/** Every team with its usage. `renderEnter` renders the button that enters a team. */
export function InstallationTeamsPanel({
  renderEnter,
}: {
  readonly renderEnter: (team: InstallationTeam) => ReactNode;
}) {
  const [search, setSearch] = useState("");
  return (
    <SearchedList
      label="Team, or a member's address"
      onSearch={setSearch}
      list={useInfiniteQuery(teamsQuery(search))}
      toItems={(page) => page.teams}
      toKey={({ teamId }) => teamId}
      toTotal={(total) => formatAmount(total, "team")}
      renderItem={(team) => <TeamRow team={team}>{renderEnter(team)}</TeamRow>}
      nothing="No matching teams."
    />
  );
}

function TeamRow({ team, children }: { readonly team: InstallationTeam; readonly children: ReactNode }) {
  const prices = useQuery(priceBookQuery);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-4 py-3">
      <div className="grid min-w-0 gap-0.5">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="font-strong break-words">{team.name}</h3>
          {prices.data === undefined ? null : <Badge>{prices.data.book.plans[team.planType].label}</Badge>}
          {team.isPersonal ? <Badge>Personal</Badge> : null}
          {team.deletedAt === null ? null : <Badge tone="attention">In the bin</Badge>}
        </div>
        <p className="wrap-anywhere text-ink-soft">{team.ownerEmails.join(", ")}</p>
        <p className="text-caption text-ink-soft">
          {formatAmount(team.memberCount, "member")} · {formatAmount(team.blueprintCount, "blueprint")},{" "}
          {team.publishedCount} published · {formatBytes(team.storageBytes)} · since {formatDate(team.createdAt)}
        </p>
      </div>
      {children}
    </div>
  );
}
