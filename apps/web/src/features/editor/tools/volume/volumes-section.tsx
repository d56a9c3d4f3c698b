import { Crop, Eraser } from "lucide-react";
import { Button } from "../../../../ui/button.tsx";
import { selectObjects } from "../../editor.store.ts";
import { toVolumeName } from "../../object-names.ts";
import { useDocument, useEditorRoom } from "../../use-editor-room.ts";
import type { NamedScan } from "../align/align-panel.tsx";
import { HiddenPartsChoice } from "./hidden-parts-choice.tsx";
import { createVolume } from "./volume-actions.ts";

/** The volumes of a scan, and the buttons that add one. */
export function VolumesSection({ scan }: { readonly scan: NamedScan }) {
  const room = useEditorRoom();
  const { scene } = useDocument();
  const volumes = scene.volumes.filter(({ scanId }) => scanId === scan.id);
  return (
    <section className="grid gap-3 border-t border-hairline pt-4" aria-label="Crop and erase">
      <h3 className="text-caption text-ink-soft">Crop and erase</h3>
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={() => createVolume(room, scan, "crop")}>
          <Crop aria-hidden="true" strokeWidth={1.5} />
          Crop
        </Button>
        <Button size="small" onClick={() => createVolume(room, scan, "erase")}>
          <Eraser aria-hidden="true" strokeWidth={1.5} />
          Erase
        </Button>
      </div>
      {volumes.length === 0 ? (
        <p className="text-caption text-ink-soft text-pretty">
          Crop keeps what's inside a box; Erase hides it. The scan itself doesn't change.
        </p>
      ) : (
        <>
          <ul className="grid gap-1">
            {volumes.map((volume) => (
              <li key={volume.id}>
                <Button
                  size="small"
                  className="w-full justify-start"
                  onClick={() => selectObjects(room.store, [{ kind: "volumes", id: volume.id }])}
                >
                  {toVolumeName(scene, volume)}
                </Button>
              </li>
            ))}
          </ul>
          <HiddenPartsChoice />
        </>
      )}
    </section>
  );
}
