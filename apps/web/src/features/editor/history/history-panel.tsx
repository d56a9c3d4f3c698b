import type { Blueprint } from "@blueprint/contract/blueprints";
import { SidePanel } from "../components/side-panel.tsx";
import { useEditor } from "../use-editor-room.ts";
import { MomentList } from "./moment-list.tsx";
import { MomentPage } from "./moment-page.tsx";

/** Who changed what and when. Any moment can be shown, compared with now and restored in whole or in part. */
export function HistoryPanel({ blueprint }: { readonly blueprint: Blueprint }) {
  const moment = useEditor((state) => state.moment);
  return (
    <SidePanel title="History">
      {moment === null ? (
        <MomentList blueprint={blueprint} />
      ) : (
        <MomentPage key={moment.editId} blueprint={blueprint} moment={moment} />
      )}
    </SidePanel>
  );
}
