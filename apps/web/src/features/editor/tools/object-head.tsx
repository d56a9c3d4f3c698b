import { LocateFixed, X } from "lucide-react";
import { IconButton } from "../../../ui/icon-button.tsx";
import { flyToSelected } from "../commands/fly-to-selected.ts";
import { selectObjects } from "../editor.store.ts";
import { useEditorRoom } from "../use-editor-room.ts";

/** The head of what the inspector shows: what it is, a way to it, and a way out. */
export function ObjectHead({ kind, name }: { readonly kind: string; readonly name: string }) {
  const room = useEditorRoom();
  return (
    <div className="flex items-center justify-between gap-2 border-b border-hairline py-1.5 pr-2 pl-4">
      <h2 className="min-w-0 truncate text-caption text-ink-soft">
        {kind}
        <span className="sr-only">: {name}</span>
      </h2>
      <span className="flex">
        <IconButton
          label={flyToSelected.label}
          icon={LocateFixed}
          size="small"
          tooltipSide="bottom"
          onClick={() => flyToSelected.run(room)}
        />
        <IconButton
          label="Close"
          icon={X}
          size="small"
          tooltipSide="bottom"
          onClick={() => selectObjects(room.store, [])}
        />
      </span>
    </div>
  );
}
