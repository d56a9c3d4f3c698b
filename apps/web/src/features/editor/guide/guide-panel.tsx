import type { FoundPassage } from "@blueprint/contract/guide";
import type { ReactNode } from "react";
import { flyToSelected } from "../commands/fly-to-selected.ts";
import { SidePanel } from "../components/side-panel.tsx";
import { selectObjects } from "../editor.store.ts";
import { useDocument, useEditorRoom } from "../use-editor-room.ts";
import { findObject } from "./find-object.ts";

/** Renders a conversation about the draft. Each passage can be shown in the scene, unless it has no object there. */
export type RenderGuide = (show: (found: FoundPassage) => (() => void) | null) => ReactNode;

/** Questions about the draft beside the scene that they are about. */
export function GuidePanel({ guide }: { readonly guide: RenderGuide }) {
  const room = useEditorRoom();
  const { scene } = useDocument();
  return (
    <SidePanel title="Ask the guide">
      {guide((found) => {
        const object = findObject(scene, found);
        if (object === null) return null;
        return () => {
          selectObjects(room.store, [object]);
          flyToSelected.run(room);
        };
      })}
    </SidePanel>
  );
}
