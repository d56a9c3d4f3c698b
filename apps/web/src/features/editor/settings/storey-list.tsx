import { addObject } from "@blueprint/scene/object-operations";
import { toStoreyName } from "@blueprint/scene/storey";
import { Plus } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import { useDocument, useEditorRoom } from "../use-editor-room.ts";
import { StoreyFields } from "./storey-fields.tsx";

/** The storeys from the top down, and buttons that add one above or below. */
export function StoreyList() {
  const { connection, userId, attempt } = useEditorRoom();
  const { scene } = useDocument();
  const storeys = [...scene.floors].sort((a, b) => b.storey - a.storey);
  const add = (number: number, elevation: number) => {
    const made = { createdBy: userId, createdAt: new Date().toISOString(), elevation };
    const added = attempt((doc) => addObject(doc, "floors", String(number), made));
    if (added !== null) connection.announce(`${toStoreyName({ storey: number, name: "" })} added.`);
  };
  const [top, bottom] = [storeys[0], storeys.at(-1)];
  return (
    <section className="grid gap-2.5 border-t border-hairline pt-5">
      <h3 className="font-strong">Storeys</h3>
      <p className="text-caption text-ink-soft text-pretty">
        Each object belongs to the highest storey below it. Plans sit on storeys, and visitors see their names.
      </p>
      {storeys.length === 0 ? <p className="text-ink-soft">No storeys yet.</p> : null}
      <ul className="grid gap-3">
        {storeys.map((storey) => (
          <StoreyFields key={storey.id} storey={storey} />
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        {top === undefined || bottom === undefined ? (
          <Button size="small" onClick={() => add(0, 0)}>
            <Plus aria-hidden="true" strokeWidth={1.75} />
            Add ground floor
          </Button>
        ) : (
          <>
            <Button size="small" onClick={() => add(top.storey + 1, (top.elevation ?? 0) + top.height)}>
              <Plus aria-hidden="true" strokeWidth={1.75} />
              Add storey above
            </Button>
            <Button size="small" onClick={() => add(bottom.storey - 1, (bottom.elevation ?? 0) - bottom.height)}>
              <Plus aria-hidden="true" strokeWidth={1.75} />
              Add storey below
            </Button>
          </>
        )}
      </div>
    </section>
  );
}
