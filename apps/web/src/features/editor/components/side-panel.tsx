import { X } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "../../../ui/icon-button.tsx";
import { closePanel } from "../editor.store.ts";
import { useEditorRoom } from "../use-editor-room.ts";

/** A panel beside the scene, which stays in sight and in use. */
export function SidePanel({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const { store } = useEditorRoom();
  return (
    <section aria-label={title} className="grid content-start">
      <div className="sticky top-0 z-10 flex items-center justify-between gap-2 border-b border-hairline bg-paper py-1.5 pr-2 pl-4">
        <h2 className="min-w-0 truncate font-strong">{title}</h2>
        <IconButton label="Close" icon={X} size="small" tooltipSide="bottom" onClick={() => closePanel(store)} />
      </div>
      <div className="grid min-w-0 gap-4 p-4">{children}</div>
    </section>
  );
}
