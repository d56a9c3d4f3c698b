import type { Audience } from "@blueprint/contract/audiences";
import { useNavigate } from "@tanstack/react-router";
import { Select } from "../../../ui/select.tsx";
import type { VisitorSearch } from "../visitor-search.ts";

const labels: Record<Audience, string> = {
  visitor: "As visitors see it",
  staff: "As staff see it",
  contractor: "As contractors see it",
  robot: "As robots get it",
};

/** Whose eyes a place is looked at with, for those who have a choice. */
export function AudienceChoice({
  audiences,
  audience,
  search,
}: {
  readonly audiences: readonly Audience[];
  readonly audience: Audience;
  /** What the place's address says behind `/webxr`. */
  readonly search: VisitorSearch;
}) {
  const navigate = useNavigate();
  return (
    <Select
      compact
      label="Whose eyes"
      className="w-44 bg-sheet"
      value={audience}
      options={audiences.map((value) => ({ value, label: labels[value] }))}
      onChange={({ target: { value } }) => {
        const as = audiences.find((known) => known === value);
        if (as !== undefined) void navigate({ to: "/webxr", search: { ...search, as } });
      }}
    />
  );
}
