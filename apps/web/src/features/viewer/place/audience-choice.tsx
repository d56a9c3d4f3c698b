import type { Audience } from "@blueprint/contract/audiences";
import { useNavigate } from "@tanstack/react-router";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import { Select } from "../../../ui/select.tsx";
import type { VisitorSearch } from "./visitor-search.ts";

const labels = {
  visitor: "scene.audienceVisitor",
  staff: "scene.audienceStaff",
  contractor: "scene.audienceContractor",
  robot: "scene.audienceRobot",
} as const satisfies Record<Audience, string>;

/** Chooses the audience to view a place as, for users who have a choice. */
export function AudienceChoice({
  audiences,
  audience,
  search,
}: {
  readonly audiences: readonly Audience[];
  readonly audience: Audience;
  /** Search params of the place's URL under `/webxr`. */
  readonly search: VisitorSearch;
}) {
  const { t } = useWording();
  const navigate = useNavigate();
  return (
    <Select
      compact
      label={t("scene.audience")}
      className="w-44 bg-sheet"
      value={audience}
      options={audiences.map((value) => ({ value, label: t(labels[value]) }))}
      onChange={({ target: { value } }) => {
        const as = audiences.find((known) => known === value);
        if (as !== undefined) void navigate({ to: "/webxr", search: { ...search, as } });
      }}
    />
  );
}
