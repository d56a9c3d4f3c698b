import type { BlueprintId } from "@blueprint/contract/ids";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Combobox } from "../../../ui/combobox.tsx";
import { anchorsQuery } from "../tasks.queries.ts";

interface ChosenAnchor {
  readonly id: string;
  readonly title: string;
}

const optionsShown = 20;
const toLabel = (title: string) => (title === "" ? "Untitled anchor" : title);

/** Links a task to one anchor of its blueprint. Absent if the blueprint has none. */
export function AnchorChoice({
  blueprintId,
  chosen,
  onChange,
}: {
  readonly blueprintId: BlueprintId;
  readonly chosen: ChosenAnchor | null;
  readonly onChange: (chosen: ChosenAnchor | null) => void;
}) {
  const { data: anchors, isPending } = useQuery(anchorsQuery(blueprintId));
  const [text, setText] = useState(chosen === null ? "" : toLabel(chosen.title));
  if (chosen === null && (anchors === undefined || anchors.length === 0)) return null;
  const wanted = text.trim().toLowerCase();
  const found = (anchors ?? []).filter(({ title }) => toLabel(title).toLowerCase().includes(wanted));
  return (
    <Combobox
      label="Anchor"
      optional
      hint="The task links to this point."
      text={text}
      onText={(next) => {
        setText(next);
        onChange(null);
      }}
      isAsked={chosen === null}
      options={found.slice(0, optionsShown).map(({ id, title }) => ({ id, label: toLabel(title), title }))}
      onChoose={({ id, label, title }) => {
        setText(label);
        onChange({ id, title });
      }}
      isSearching={isPending}
      nothing="No matching anchors"
    />
  );
}
