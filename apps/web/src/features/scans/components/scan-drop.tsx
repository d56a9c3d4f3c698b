import { Upload } from "lucide-react";
import { type DragEvent, useId, useRef, useState } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { Button } from "../../../ui/button.tsx";
import { type ChosenFile, readDrop } from "../choose-file.ts";

/** A drop zone for one scan, with a file button for keyboards. */
export function ScanDrop({
  onFile,
  compact = false,
  disabled = false,
}: {
  readonly onFile: (chosen: ChosenFile) => void;
  readonly compact?: boolean;
  readonly disabled?: boolean;
}) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [isRefused, setRefused] = useState(false);

  const onDrop = async (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (disabled) return;
    const chosen = await readDrop(event.dataTransfer);
    setRefused(chosen === null);
    if (chosen !== null) onFile(chosen);
  };

  return (
    <fieldset
      aria-labelledby={`${id}-title`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => void onDrop(event)}
      className={classNames(
        "corner-marks relative grid min-w-0 place-items-center border text-center transition-colors duration-120",
        compact ? "gap-2 px-4 py-6" : "sheet-grid min-h-72 px-6 py-10",
        isOver ? "border-accent bg-accent-wash" : "border-line border-dashed bg-sheet",
      )}
    >
      <div className={classNames("relative z-10 grid justify-items-center gap-2", !compact && "bg-sheet px-6 py-5")}>
        <Upload size={compact ? 18 : 22} strokeWidth={1.5} aria-hidden="true" className="text-accent" />
        <p id={`${id}-title`} className="font-strong">
          {isOver ? "Drop to check it" : "Drop a scan here"}
        </p>
        {compact ? null : (
          <p className="max-w-xs text-ink-soft text-pretty">
            Mesh, point cloud, splats, panorama or floor plan. We check it in your browser first; nothing is uploaded
            yet.
          </p>
        )}
        <input
          ref={input}
          id={`${id}-input`}
          type="file"
          aria-label="Scan file"
          tabIndex={-1}
          disabled={disabled}
          className="sr-only"
          onChange={(event) => {
            const file = event.target.files?.[0];
            // Cleared, so that the same file can be chosen again.
            event.target.value = "";
            setRefused(false);
            if (file !== undefined) onFile({ file, handle: undefined });
          }}
        />
        <Button className="mt-1" disabled={disabled} onClick={() => input.current?.click()}>
          Choose a file
        </Button>
        {isRefused ? (
          <p role="alert" className="text-danger">
            That wasn't a file. Drop a single file, or zip the folder first.
          </p>
        ) : null}
      </div>
    </fieldset>
  );
}
