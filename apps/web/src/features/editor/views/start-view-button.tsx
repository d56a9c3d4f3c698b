import { editSettings } from "@blueprint/scene/settings-operations";
import type { View } from "@blueprint/scene/view";
import { House } from "lucide-react";
import { IconButton } from "../../../ui/icon-button.tsx";
import { useDocument, useEditorRoom } from "../use-editor-room.ts";

/** Makes a view the one where visitors start, or no longer. */
export function StartViewButton({ view }: { readonly view: View }) {
  const { connection, attempt } = useEditorRoom();
  const { scene } = useDocument();
  const isStart = scene.settings.startViewId === view.id;
  return (
    <IconButton
      label={`Visitors start at ${view.name}`}
      icon={House}
      pressed={isStart}
      onClick={() => {
        const done = attempt((doc) => editSettings(doc, { startViewId: isStart ? null : view.id }));
        if (done === null) return;
        connection.announce(isStart ? "Visitors start where the scan starts." : `Visitors start at ${view.name}.`);
      }}
    />
  );
}
