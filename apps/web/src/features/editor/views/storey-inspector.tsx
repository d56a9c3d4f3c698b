import { type Storey, toStoreyName } from "@blueprint/scene/storey";
import { formatAmount } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { FactList } from "../../../ui/fact-list.tsx";
import { everythingShown, formatLengthIn } from "../../viewer/viewer.ts";
import { CloseSelected } from "../tools/close-selected.tsx";
import { useDocument, useEditor, useEditorRoom } from "../use-editor-room.ts";

/** A storey: its height, its contents, and a button to show it alone. */
export function StoreyInspector({ storey }: { readonly storey: Storey }) {
  const { store } = useEditorRoom();
  const { scene } = useDocument();
  const shown = useEditor((state) => state.shown);
  const { units } = scene.settings;
  const count = (objects: readonly { readonly floor: number }[]) =>
    objects.filter((object) => object.floor === storey.storey).length;
  const isAlone = shown.floor === storey.storey;
  const facts: [string, string][] = [
    ["Floor at", storey.elevation === null ? "Not set" : formatLengthIn(storey.elevation, units)],
    ["Clear height", formatLengthIn(storey.height, units)],
    ["Contains", `${formatAmount(count(scene.anchors), "anchor")}, ${formatAmount(count(scene.zones), "zone")}`],
  ];
  return (
    <div className="grid content-start gap-4 p-4">
      <div className="-my-1.5 -mr-2 flex items-center justify-between gap-2">
        <h2 className="text-caption text-ink-soft">Storey</h2>
        <CloseSelected />
      </div>
      <p className="font-strong">{toStoreyName(storey)}</p>
      <FactList facts={facts} />
      <Button
        className="justify-self-start"
        onClick={() => store.setState({ shown: isAlone ? everythingShown : { ...shown, floor: storey.storey } })}
      >
        {isAlone ? "Show all storeys" : "Show only this storey"}
      </Button>
    </div>
  );
}
