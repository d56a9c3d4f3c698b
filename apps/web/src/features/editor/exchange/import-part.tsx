import { importAnchors } from "@blueprint/scene/anchor-exchange";
import { SceneInputError } from "@blueprint/scene/scene-input-error";
import { importZones } from "@blueprint/scene/zone-exchange";
import { FileUp } from "lucide-react";
import { useId, useRef, useState } from "react";
import { formatAmount } from "../../../lib/format.ts";
import { toasts } from "../../../lib/toast.store.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { useEditorRoom } from "../use-editor-room.ts";
import { type FilePlan, ImportPreview } from "./import-preview.tsx";
import { planImport } from "./plan-import.ts";

/** Reads a file, previews the import, and runs it. */
export function ImportPart() {
  const { connection, store, userId, attempt } = useEditorRoom();
  const inputId = useId();
  const inputRef = useRef<HTMLInputElement>(null);
  const [plan, setPlan] = useState<FilePlan | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const read = async (file: File) => {
    setProblem(null);
    setPlan(null);
    try {
      const text = await file.text();
      setPlan({ ...connection.read((doc) => planImport(doc, file.name, text)), fileName: file.name });
    } catch (error) {
      if (!(error instanceof SceneInputError)) throw error;
      setProblem(error.message);
    }
  };
  const run = () => {
    if (plan === null) return;
    const options = {
      createId: () => crypto.randomUUID(),
      author: { userId, at: new Date().toISOString() },
    };
    const imported = attempt((doc) =>
      plan.kind === "anchors" ? importAnchors(doc, plan.rows, options) : importZones(doc, plan.rows, options),
    );
    if (imported === null) return;
    const { added, changed } = imported;
    const sentence = `${formatAmount(added.length, plan.kind.slice(0, -1))} added, ${changed.length} changed.`;
    connection.announce(sentence);
    toasts.add({ title: "Imported", description: `${sentence} Undo reverts all of it.` });
    store.setState({ dialog: null });
  };
  return (
    <section className="grid gap-3 border-t border-hairline pt-5">
      <h3 className="font-strong">Import</h3>
      <label htmlFor={inputId} className="sr-only">
        File to import
      </label>
      <input
        ref={inputRef}
        id={inputId}
        type="file"
        accept=".csv,.json,.geojson,text/csv,application/json,application/geo+json"
        className="sr-only"
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file !== undefined) void read(file);
          event.target.value = "";
        }}
      />
      <Button className="justify-self-start" onClick={() => inputRef.current?.click()}>
        <FileUp aria-hidden="true" strokeWidth={1.5} />
        Choose CSV, JSON or GeoJSON file
      </Button>
      {problem === null ? null : <Notice tone="danger">{problem} Nothing was changed.</Notice>}
      {plan === null ? null : <ImportPreview plan={plan} onCancel={() => setPlan(null)} onImport={run} />}
    </section>
  );
}
