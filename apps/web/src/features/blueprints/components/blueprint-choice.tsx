import type { BlueprintId } from "@blueprint/contract/ids";
import { useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useCurrentTeam } from "../../../lib/current-team.ts";
import { Combobox } from "../../../ui/combobox.tsx";
import { blueprintsQuery } from "../blueprints.queries.ts";

interface ChosenBlueprint {
  readonly id: BlueprintId;
  readonly name: string;
}

const optionsShown = 20;

/** Picks one blueprint of the team, or none. Clearing the field picks none. */
export function BlueprintChoice({
  label,
  hint,
  placeholder,
  chosen,
  onChange,
}: {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly placeholder?: string;
  readonly chosen: ChosenBlueprint | null;
  readonly onChange: (chosen: ChosenBlueprint | null) => void;
}) {
  const team = useCurrentTeam();
  const [text, setText] = useState(chosen?.name ?? "");
  const search = chosen === null ? text.trim() : "";
  const list = useInfiniteQuery(blueprintsQuery(team.teamId, { state: "open", search }));
  const found = list.data?.pages[0]?.blueprints ?? [];
  return (
    <Combobox
      label={label}
      optional
      hint={hint}
      {...(placeholder === undefined ? {} : { placeholder })}
      text={text}
      onText={(next) => {
        setText(next);
        onChange(null);
      }}
      isAsked={chosen === null}
      options={found.slice(0, optionsShown).map(({ id, name }) => ({ id, label: name }))}
      onChoose={({ id, label: name }) => {
        setText(name);
        onChange({ id, name });
      }}
      isSearching={list.isPending}
      nothing="No matching blueprints"
    />
  );
}
