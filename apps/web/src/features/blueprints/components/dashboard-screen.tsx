import { roleMay } from "@blueprint/contract/roles";
import { Link, useNavigate } from "@tanstack/react-router";
import { LayoutGrid, Plus, Rows3 } from "lucide-react";
import { type ReactNode, useDeferredValue, useEffect, useState } from "react";
import { useCurrentTeam } from "../../../lib/current-team.ts";
import { Button } from "../../../ui/button.tsx";
import { PageHead } from "../../../ui/page-head.tsx";
import { SegmentedControl } from "../../../ui/segmented-control.tsx";
import { Select } from "../../../ui/select.tsx";
import type { DashboardSearch } from "../dashboard-search.ts";
import { BlueprintList } from "./blueprint-list.tsx";
import { BlueprintSearchField } from "./blueprint-search-field.tsx";
import { HiddenBlueprints } from "./hidden-blueprints.tsx";
import { TagChoice } from "./tag-choice.tsx";

const stateOptions = [
  { value: "open", label: "All open" },
  { value: "draft", label: "Drafts" },
  { value: "ready", label: "Ready" },
  { value: "published", label: "Published" },
  { value: "archived", label: "Archived" },
  { value: "binned", label: "In the bin" },
];
const orderOptions = [
  { value: "changed", label: "Recent" },
  { value: "created", label: "Newest" },
  { value: "name", label: "Name" },
];
const titles: Partial<Record<string, string>> = { archived: "Archive", binned: "Bin" };

/** The team's blueprints, what needs attention and recent activity. */
export function DashboardScreen({
  search,
  invite,
  attention,
  below,
}: {
  readonly search: DashboardSearch;
  /** The invite button, for members who may invite. */
  readonly invite: ReactNode;
  /** List items; the list is left out when there are none. */
  readonly attention: ReactNode;
  readonly below: ReactNode;
}) {
  const team = useCurrentTeam();
  const navigate = useNavigate();
  const [typed, setTyped] = useState(search.q ?? "");
  const wanted = useDeferredValue(typed.trim());
  const { state = "open", sort = "changed", view = "grid" } = search;
  const isAway = state === "archived" || state === "binned";
  const title = titles[state] ?? "Blueprints";

  const change = (part: DashboardSearch, replace = true) =>
    void navigate({ to: "/dashboard", search: (before) => ({ ...before, ...part }), replace });

  // Debounced, so that not every keystroke sends a request.
  useEffect(() => {
    if (wanted === (search.q ?? "")) return;
    const timer = setTimeout(() => change({ q: wanted === "" ? undefined : wanted }), 250);
    return () => clearTimeout(timer);
  });

  if (!roleMay(team.role, "blueprint.see")) return <HiddenBlueprints title={title} teamName={team.name} />;
  return (
    <>
      <title>{`${title} · Blueprint`}</title>
      <PageHead
        title={title}
        actions={
          <>
            {!isAway && roleMay(team.role, "member.invite") ? invite : null}
            {!isAway && roleMay(team.role, "blueprint.edit") ? (
              <Button variant="primary" asChild>
                <Link to="/create-blueprint">
                  <Plus aria-hidden="true" strokeWidth={1.75} />
                  New blueprint
                </Link>
              </Button>
            ) : null}
          </>
        }
      />
      {isAway ? null : (
        <section aria-label="Needs attention" className="mb-5 hidden has-[li]:block">
          <ul className="divide-y divide-hairline rounded-sharp border border-attention bg-attention-wash">
            {attention}
          </ul>
        </section>
      )}
      <div className="mb-5 flex flex-wrap items-center gap-2">
        <BlueprintSearchField value={typed} onChange={setTyped} />
        <Select
          compact
          label="State"
          options={stateOptions}
          value={state}
          onChange={(event) =>
            change({
              state: event.target.value === "open" ? undefined : (event.target.value as DashboardSearch["state"]),
            })
          }
          className="w-36 max-sm:flex-1"
        />
        <TagChoice team={team} tag={search.tag} onChange={(tag) => change({ tag })} />
        <Select
          compact
          label="Order"
          options={orderOptions}
          value={sort}
          onChange={(event) => change({ sort: event.target.value as DashboardSearch["sort"] })}
          className="w-40 max-sm:flex-1"
        />
        <SegmentedControl
          label="View"
          value={view}
          onChange={(next) => change({ view: next === "grid" ? undefined : next })}
          segments={[
            { value: "grid", label: "Sheets", icon: LayoutGrid },
            { value: "table", label: "Table", icon: Rows3 },
          ]}
        />
      </div>
      <BlueprintList
        key={team.teamId}
        team={team}
        filter={{ state, search: search.q ?? "", tag: search.tag }}
        order={sort}
        view={view}
        onClearSearch={() => {
          setTyped("");
          change({ q: undefined, tag: undefined });
        }}
      />
      {isAway ? null : (
        <div className="mt-12 grid grid-cols-1 gap-x-8 gap-y-10 empty:hidden lg:grid-cols-2">{below}</div>
      )}
    </>
  );
}
