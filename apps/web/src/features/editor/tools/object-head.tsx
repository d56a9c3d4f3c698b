import { LocateFixed } from "lucide-react";
import { IconButton } from "../../../ui/icon-button.tsx";
import { flyToSelected } from "../commands/fly-to-selected.ts";
import { useEditorRoom } from "../use-editor-room.ts";
import { CloseSelected } from "./close-selected.tsx";

/** Head of the inspector: the object's name, a button to fly to it, and one to close. */
export function ObjectHead({ kind, name }: { readonly kind: string; readonly name: string }) {
  const room = useEditorRoom();
  return (
    <div className="sticky top-0 z-10 flex items-center justify-between gap-2 border-b border-hairline bg-paper py-1.5 pr-2 pl-4">
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
        <CloseSelected />
      </span>
    </div>
  );
}
