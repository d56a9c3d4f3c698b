import type { Blueprint } from "@blueprint/contract/blueprints";
import { editSettings } from "@blueprint/scene/settings-operations";
import { Dialog } from "../../../ui/dialog.tsx";
import { SegmentedControl } from "../../../ui/segmented-control.tsx";
import { useDocument, useEditor, useEditorRoom, useMayEdit } from "../use-editor-room.ts";
import { LocationFields } from "./location-fields.tsx";
import { StoreyList } from "./storey-list.tsx";

const unitChoices = [
  { value: "metric", label: "Metric" },
  { value: "imperial", label: "Imperial" },
] as const;

/** Settings of the whole place: units, geographic location, storeys. */
export function SettingsDialog({ blueprint }: { readonly blueprint: Blueprint }) {
  const { store } = useEditorRoom();
  const isOpen = useEditor((state) => state.dialog === "settings");
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => store.setState({ dialog: open ? "settings" : null })}
      title="Units, north and storeys"
      description="These apply to the whole place, for everyone who works on it."
      width="wide"
    >
      <SettingsForm blueprint={blueprint} />
    </Dialog>
  );
}

function SettingsForm({ blueprint }: { readonly blueprint: Blueprint }) {
  const { attempt } = useEditorRoom();
  const { scene } = useDocument();
  const canEdit = useMayEdit();
  const { units } = scene.settings;
  return (
    <fieldset disabled={!canEdit} className="grid min-w-0 gap-6">
      <section className="grid justify-items-start gap-2.5">
        <h3 className="font-strong">Units</h3>
        <SegmentedControl
          label="Units"
          segments={unitChoices}
          value={units}
          onChange={(next) => canEdit && attempt((doc) => editSettings(doc, { units: next }))}
        />
      </section>
      <LocationFields place={blueprint.place} />
      <StoreyList />
    </fieldset>
  );
}
