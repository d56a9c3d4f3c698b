import type { TeamMembership } from "@blueprint/contract/users";
import { useQuery } from "@tanstack/react-query";
import { formatCount } from "../../../lib/format.ts";
import { Select } from "../../../ui/select.tsx";
import { blueprintTagsQuery } from "../blueprints.queries.ts";

/** Filters by tag; empty when the team has no tags. */
export function TagChoice({
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
