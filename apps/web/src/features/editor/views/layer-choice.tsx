import { toStoreyName } from "@blueprint/scene/storey";
import { type ViewLayer, viewLayers } from "@blueprint/scene/view";
import { Eye } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import { Popover } from "../../../ui/popover.tsx";
import { Select } from "../../../ui/select.tsx";
import { everythingShown, isEverythingShown } from "../../viewer/viewer.ts";
import { useDocument, useEditor, useEditorRoom } from "../use-editor-room.ts";

export const layerLabels: Record<ViewLayer, string> = {
  anchors: "Anchors",
  zones: "Zones",
  measurements: "Measurements",
  plans: "Plans",
};

/** Chooses what the view shows. It changes nothing for others; a saved view can keep it. */
export function LayerChoice() {
  const { store } = useEditorRoom();
  const { scene } = useDocument();
  const shown = useEditor((state) => state.shown);
  const storeys = listStoreyNumbers(scene);
  const toggle = (layer: ViewLayer) => {
    const hiddenLayers = viewLayers.filter((one) => shown.hiddenLayers.includes(one) !== (one === layer));
    store.setState({ shown: { ...shown, hiddenLayers } });
  };
  return (
    <Popover
      label="Visible layers"
      side="top"
      trigger={
        <Button className="bg-sheet">
          <Eye strokeWidth={1.5} aria-hidden="true" />
          Shown
          <span className="text-caption text-ink-soft">{isEverythingShown(shown) ? "all" : "part"}</span>
        </Button>
      }
    >
      <fieldset className="p-1.5">
        <legend className="float-left w-full px-2 pt-1 pb-0.5 text-caption text-ink-soft">In the 3D view</legend>
        {viewLayers.map((layer) => (
          <label
            key={layer}
            className="clear-both flex min-h-9 cursor-pointer items-center gap-2.5 rounded-sharp px-2 hover:bg-sunken pointer-coarse:min-h-11"
          >
            <input
              type="checkbox"
              className="size-4 accent-(--accent)"
              checked={!shown.hiddenLayers.includes(layer)}
              onChange={() => toggle(layer)}
            />
            {layerLabels[layer]}
          </label>
        ))}
      </fieldset>
      {storeys.length < 2 && shown.floor === null ? null : (
        <div className="border-t border-hairline p-3">
          <Select
            label="Storey"
            value={shown.floor === null ? "" : String(shown.floor)}
            options={[
              { value: "", label: "All storeys" },
              ...storeys.map(({ storey, name }) => ({ value: String(storey), label: name })),
            ]}
            onChange={({ target: { value } }) =>
              store.setState({ shown: { ...shown, floor: value === "" ? null : Number(value) } })
            }
          />
        </div>
      )}
      {isEverythingShown(shown) ? null : (
        <div className="border-t border-hairline p-3">
          <Button onClick={() => store.setState({ shown: everythingShown })}>Show everything</Button>
        </div>
      )}
    </Popover>
  );
}

/** Named storeys, and those with anything on them. */
export function listStoreyNumbers(scene: {
  readonly floors: readonly { readonly storey: number; readonly name: string }[];
  readonly anchors: readonly { readonly floor: number }[];
  readonly zones: readonly { readonly floor: number }[];
}): { readonly storey: number; readonly name: string }[] {
  const named = new Map(scene.floors.map((storey) => [storey.storey, toStoreyName(storey)]));
  const used = new Set([
    ...named.keys(),
    ...scene.anchors.map(({ floor }) => floor),
    ...scene.zones.map(({ floor }) => floor),
  ]);
  return [...used]
    .sort((one, other) => one - other)
    .map((storey) => ({ storey, name: named.get(storey) ?? toStoreyName({ storey, name: "" }) }));
}
