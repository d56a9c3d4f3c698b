import { blueprintStates } from "@blueprint/contract/blueprints";
import { limits } from "@blueprint/contract/limits";
import { roleMay } from "@blueprint/contract/roles";
import type { TeamMembership } from "@blueprint/contract/users";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { LayoutGrid, Plus, Rows3, Search } from "lucide-react";
import { type ReactNode, useDeferredValue, useEffect, useId, useState } from "react";
import { z } from "zod";
import { useCurrentTeam } from "../../../lib/current-team.ts";
import { formatCount } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { controlClass } from "../../../ui/field.tsx";
import { PageHead } from "../../../ui/page-head.tsx";
import { SegmentedControl } from "../../../ui/segmented-control.tsx";
import { Select } from "../../../ui/select.tsx";
import { blueprintOrders } from "../blueprint-order.ts";
import { blueprintTagsQuery } from "../blueprints.queries.ts";
import { BlueprintList } from "./blueprint-list.tsx";
import { HiddenBlueprints } from "./hidden-blueprints.tsx";

/** The URL holds the dashboard's state, so that it can be bookmarked, shared and navigated back to. */
export const dashboardSearchSchema = z.object({
  state: z
    .enum(["open", ...blueprintStates])
    .optional()
    .catch(undefined),
  tag: z.string().max(limits.tagCharactersMax).optional().catch(undefined),
  q: z.string().max(100).optional().catch(undefined),
  sort: z.enum(blueprintOrders).optional().catch(undefined),
  view: z.enum(["grid", "table"]).optional().catch(undefined),
});
type DashboardSearch = z.infer<typeof dashboardSearchSchema>;

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
        <SearchField value={typed} onChange={setTyped} />
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

/** Filters by tag; empty when the team has no tags. */
function TagChoice({
  team,
  tag,
  onChange,
}: {
  readonly team: TeamMembership;
  readonly tag: string | undefined;
  readonly onChange: (tag: string | undefined) => void;
}) {
  const { data } = useQuery(blueprintTagsQuery(team.teamId));
  const known = data?.tags ?? [];
  if (known.length === 0 && tag === undefined) return null;
  const chosen = known.find((found) => found.tag.toLowerCase() === tag?.toLowerCase())?.tag ?? tag;
  const options = chosen === undefined || known.some((found) => found.tag === chosen) ? [] : [chosen];
  return (
    <Select
      compact
      label="Tag"
      options={[
        { value: "", label: "All tags" },
        ...options.map((value) => ({ value, label: value })),
        ...known.map((found) => ({ value: found.tag, label: `${found.tag} (${formatCount(found.count)})` })),
      ]}
      value={chosen ?? ""}
      onChange={(event) => onChange(event.target.value === "" ? undefined : event.target.value)}
      className="w-40 max-sm:order-1 max-sm:w-full"
    />
  );
}

function SearchField({ value, onChange }: { readonly value: string; readonly onChange: (value: string) => void }) {
  const id = useId();
  return (
    <div className="relative min-w-48 flex-1 max-sm:basis-full">
      <label htmlFor={id} className="sr-only">
        Search blueprints
      </label>
      <Search
        size={16}
        strokeWidth={1.5}
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-ink-soft"
      />
      <input
        id={id}
        type="search"
        placeholder="Search by name, address or tag"
        maxLength={100}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={`${controlClass} h-9 pr-3 pl-9 pointer-coarse:h-11`}
      />
    </div>
  );
}
