import { formatAmount } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { openPanel } from "../editor.store.ts";
import { useEditor, useEditorRoom } from "../use-editor-room.ts";

/** Explains the marks in the outline and the 3D view while an earlier moment is compared with now. */
export function CompareNote() {
  const { store } = useEditorRoom();
  const compared = useEditor((state) => state.compared);
  const past = useEditor((state) => state.past);
  if (compared === null || past !== null) return null;
  const changes = [...compared.changes.values()];
  const parts = (["added", "moved", "changed"] as const)
    .map((change) => [change, changes.filter((one) => one === change).length] as const)
    .filter(([, count]) => count > 0)
    .map(([change, count]) => `${count} ${change}`);
  if (compared.removedCount > 0) parts.push(`${formatAmount(compared.removedCount, "item")} removed`);
  return (
    <section
      aria-label="Comparison"
      className="absolute inset-x-3 top-3 z-20 mx-auto flex max-w-xl flex-wrap items-center justify-between gap-2 rounded-soft border border-line bg-sheet px-3 py-2 shadow-overlay"
    >
      <p className="min-w-0">
        Since {compared.label}: {parts.length === 0 ? "no changes" : parts.join(", ")}.
      </p>
      <span className="flex gap-2">
        <Button size="small" onClick={() => openPanel(store, "history")}>
          History
        </Button>
        <Button size="small" onClick={() => store.setState({ compared: null })}>
          Stop comparing
        </Button>
      </span>
    </section>
  );
}
