import type { Blueprint } from "@blueprint/contract/blueprints";
import { type EmbedTheme, embedThemes } from "@blueprint/contract/embed-options";
import { Camera } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { CopyField } from "../../../ui/copy-field.tsx";
import { SegmentedControl } from "../../../ui/segmented-control.tsx";
import { Select } from "../../../ui/select.tsx";
import { writeSharedView } from "../../viewer/viewer.ts";
import { TargetField } from "../short-links/target-field.tsx";
import { useCurrentDocument, useEditor, useEditorRoom } from "../use-editor-room.ts";
import { toEmbedCode, usualEmbed } from "./embed-code.ts";
import { listEmbedLanguages } from "./embed-languages.ts";
import { EmbedParts } from "./embed-parts.tsx";
import { EmbedPreview } from "./embed-preview.tsx";

const themeLabels = {
  auto: "As the visitor's device",
  light: "Light",
  dark: "Dark",
} as const satisfies Record<EmbedTheme, string>;

/** Composes the markup that shows the place in another page, with a preview. */
export function EmbedCode({ blueprint }: { readonly blueprint: Blueprint }) {
  const [choices, setChoices] = useState(usualEmbed);
  const { scene } = useCurrentDocument();
  const change = (next: Partial<typeof choices>) => setChoices({ ...choices, ...next });
  const { form, opens, theme, language, hidden } = choices;
  return (
    <section aria-labelledby="embed-heading" className="grid gap-4 border-t border-hairline pt-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3 id="embed-heading" className="font-strong">
          Embed in a website
        </h3>
        <SegmentedControl
          label="Kind of embed code"
          segments={[
            { value: "element", label: "Picture first" },
            { value: "frame", label: "Plain frame" },
          ]}
          value={form}
          onChange={(next) => change({ form: next })}
        />
      </div>
      <p className="-mt-2 text-ink-soft text-pretty">
        {form === "element"
          ? "The page shows a picture with a button, and loads the place when a visitor walks in. It also tells the page what visitors open."
          : "The page loads the place at once. For sites that allow no scripts of others."}
      </p>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <div className="grid justify-items-start gap-2 *:w-full">
          <TargetField target={opens} onChange={(next) => change({ opens: next })} />
          <SeenNow onSeen={(value) => change({ opens: { kind: "camera", value } })} />
        </div>
        <div className="grid gap-4">
          <Select
            label="Theme"
            value={theme}
            options={embedThemes.map((value) => ({ value, label: themeLabels[value] }))}
            onChange={({ target }) => change({ theme: embedThemes.find((one) => one === target.value) ?? "auto" })}
          />
          <Select
            label="Language"
            value={language ?? ""}
            options={[{ value: "", label: "The visitor's own" }, ...listEmbedLanguages(scene.anchors)]}
            onChange={({ target: { value } }) => change({ language: value === "" ? null : value })}
          />
        </div>
      </div>
      <EmbedParts hidden={hidden} onChange={(next) => change({ hidden: next })} />
      <CopyField label="Embed code" value={toEmbedCode(blueprint, choices)} action="Copy code" rows={5} />
      {form === "element" ? <EmbedPreview blueprint={blueprint} choices={choices} /> : null}
    </section>
  );
}

/** Chooses what the editor's scene shows as the start. */
function SeenNow({ onSeen }: { readonly onSeen: (camera: string) => void }) {
  const { getScene } = useEditorRoom();
  const mode = useEditor((state) => state.mode);
  const see = () => {
    const pose = getScene()?.getPose();
    if (pose === undefined) return;
    const rest = { panoramaId: null, hiddenScanIds: null, storey: null, cutM: null, anchorId: null };
    onSeen(writeSharedView({ mode, pose, ...rest }));
  };
  if (getScene() === null) return null;
  return (
    <Button size="small" className="w-auto! justify-self-start" onClick={see}>
      <Camera aria-hidden="true" strokeWidth={1.5} />
      Use what I see now
    </Button>
  );
}
