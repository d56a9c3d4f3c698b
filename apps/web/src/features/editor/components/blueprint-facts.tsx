import type { Blueprint } from "@blueprint/contract/blueprints";
import type { ReactNode } from "react";
import { formatAmount, formatDate } from "../../../lib/format.ts";
import { FactList } from "../../../ui/fact-list.tsx";
import { useDocument, useMayComment, useMayEdit } from "../use-editor-room.ts";

const visibilityLabels: Record<Blueprint["visibility"], string> = {
  private: "People who can edit it",
  team: "Members of the team",
  unlisted: "Anyone with the link",
  password: "Anyone with the password",
  public: "Public",
};

/** The blueprint itself: whether it is published, what it contains and where it is. */
export function BlueprintFacts({
  blueprint,
  anchorCount,
  changePlace,
}: {
  readonly blueprint: Blueprint;
  readonly anchorCount: number;
  readonly changePlace: ReactNode;
}) {
  const { isLoaded } = useDocument();
  const canEdit = useMayEdit() || !isLoaded;
  const canComment = useMayComment();
  const isServed = blueprint.publishedVersion !== null;
  const facts: [string, string][] = [
    ["Published", isServed ? `Version ${blueprint.publishedVersion}` : "No"],
    ["Who can open it", isServed ? visibilityLabels[blueprint.visibility] : "No one (not published)"],
    ["Contains", `${formatAmount(anchorCount, "anchor")}, ${formatAmount(blueprint.scanCount, "scan")}`],
    ["Place", blueprint.place.address === "" ? "Not given" : blueprint.place.address],
    ["On the map", blueprint.place.latitude === null ? "No pin" : "Pin is set"],
    ["Created", formatDate(blueprint.createdAt)],
  ];
  return (
    <div className="grid content-start gap-4 p-4">
      <h2 className="text-caption text-ink-soft">Blueprint</h2>
      <FactList facts={facts} />
      {changePlace === null ? null : <div>{changePlace}</div>}
      <p className="border-t border-hairline pt-4 text-ink-soft text-pretty">
        {canEdit
          ? "Select an anchor to edit it here."
          : canComment
            ? "Select an anchor to read it or comment on it, or press C and click a point. Your role in this team can comment but not edit."
            : "Select an anchor to read it here. Your role in this team can view this blueprint but not edit it."}
      </p>
    </div>
  );
}
