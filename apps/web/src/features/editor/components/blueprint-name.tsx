import type { Blueprint } from "@blueprint/contract/blueprints";
import { limits } from "@blueprint/contract/limits";
import { useRef, useState } from "react";
import { complain } from "../../../lib/complain.ts";
import { useRenameBlueprint } from "../editor.queries.ts";

/** The blueprint's name as the editor's title, editable in place by those who may. Enter saves, Escape cancels. */
export function BlueprintName({
  blueprint,
  canRename,
}: {
  readonly blueprint: Blueprint;
  readonly canRename: boolean;
}) {
  const [draft, setDraft] = useState<string | null>(null);
  const isGivenUp = useRef(false);
  const rename = useRenameBlueprint(blueprint.id);
  const shown = draft ?? (rename.isPending ? rename.variables : blueprint.name);

  const keep = () => {
    const name = draft?.trim() ?? "";
    setDraft(null);
    if (isGivenUp.current || name === "" || name === blueprint.name) return;
    rename.mutate(name, {
      onError: (error) => {
        complain("Couldn't rename the blueprint", error);
      },
    });
  };

  if (!canRename) return <h1 className="min-w-0 truncate font-strong">{blueprint.name}</h1>;
  return (
    <h1 className="min-w-0">
      <span className="sr-only">{blueprint.name}</span>
      <input
        aria-label="Blueprint name"
        value={shown}
        maxLength={limits.blueprintNameCharactersMax}
        onFocus={() => {
          isGivenUp.current = false;
        }}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={keep}
        onKeyDown={(event) => {
          if (event.key !== "Enter" && event.key !== "Escape") return;
          isGivenUp.current = event.key === "Escape";
          event.currentTarget.blur();
        }}
        className="field-sizing-content h-7 max-w-full min-w-16 truncate rounded-sharp border border-transparent bg-transparent px-1.5 font-strong hover:border-line focus:border-accent focus:bg-sheet focus:outline-2 focus:outline-accent pointer-coarse:h-10"
      />
    </h1>
  );
}
