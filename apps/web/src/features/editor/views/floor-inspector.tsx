import { type Floor, toFloorName } from "@blueprint/scene/floor";
import { formatAmount } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { FactList } from "../../../ui/fact-list.tsx";
import { everythingShown, formatLengthIn } from "../../viewer/viewer.ts";
import { CloseSelected } from "../tools/close-selected.tsx";
import { useDocument, useEditor, useEditorRoom } from "../use-editor-room.ts";

/** A storey: its height, its contents, and a button to show it alone. */
export function FloorInspector({ floor }: { readonly floor: Floor }) {
  const { store } = useEditorRoom();
  const { scene } = useDocument();
  const shown = useEditor((state) => state.shown);
  const { units } = scene.settings;
  const count = (objects: readonly { readonly floor: number }[]) =>
    objects.filter((object) => object.floor === floor.storey).length;
  const isAlone = shown.floor === floor.storey;
  const facts: [string, string][] = [
    ["Floor at", floor.elevation === null ? "Not set" : formatLengthIn(floor.elevation, units)],
    ["Clear height", formatLengthIn(floor.height, units)],
    ["Contains", `${formatAmount(count(scene.anchors), "anchor")}, ${formatAmount(count(scene.zones), "zone")}`],
  ];
  return (
    <div className="grid content-start gap-4 p-4">
      <div className="-my-1.5 -mr-2 flex items-center justify-between gap-2">
        <h2 className="text-caption text-ink-soft">Floor</h2>
        <CloseSelected />
      </div>
      <p className="font-strong">{toFloorName(floor)}</p>
      <FactList facts={facts} />
      <Button
        className="justify-self-start"
        onClick={() => store.setState({ shown: isAlone ? everythingShown : { ...shown, floor: floor.storey } })}
      >
        {isAlone ? "Show all storeys" : "Show only this floor"}
      </Button>
    </div>
  );
}
