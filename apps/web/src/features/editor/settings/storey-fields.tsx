import { removeObjects } from "@blueprint/scene/object-operations";
import { type Storey, toStoreyName } from "@blueprint/scene/storey";
import { Trash2 } from "lucide-react";
import { IconButton } from "../../../ui/icon-button.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { editFields } from "../edit-fields.ts";
import { NumberField } from "../tools/number-field.tsx";
import { useEditorRoom } from "../use-editor-room.ts";

/** A storey's name, the height of its floor above the origin and its own height. */
export function StoreyFields({ storey }: { readonly storey: Storey }) {
  const { connection, attempt } = useEditorRoom();
  const name = toStoreyName(storey);
  const { type } = editFields(attempt, "floors", storey.id);
  const remove = () => {
    const removed = attempt((doc) => removeObjects(doc, [{ kind: "floors", id: storey.id }]));
    if (removed !== null) connection.announce(`${name} removed. Undo to restore it.`);
  };
  return (
    <li className="flex items-end gap-2">
      <TextField
        label={`Name of storey ${storey.storey}`}
        maxLength={120}
        placeholder={toStoreyName({ storey: storey.storey, name: "" })}
        value={storey.name}
        onChange={(event) => type({ name: event.target.value })}
        className="min-w-0 flex-1"
      />
      <div className="w-28">
        <NumberField
          label="Floor at"
          unit="m"
          value={storey.elevation ?? 0}
          onChange={(elevation) => type({ elevation })}
        />
      </div>
      <div className="w-28 max-sm:hidden">
        <NumberField
          label="Height"
          unit="m"
          min={0.1}
          max={1_000}
          value={storey.height}
          onChange={(height) => type({ height })}
        />
      </div>
      <span className="pb-0.5">
        <IconButton label={`Remove ${name}`} icon={Trash2} onClick={remove} />
      </span>
    </li>
  );
}
