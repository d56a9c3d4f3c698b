import { safetyKinds, stepDirections } from "@blueprint/contract/anchor-values";
import type { Blueprint } from "@blueprint/contract/blueprints";
import type { Anchor } from "@blueprint/scene/anchor";
import { englishWording } from "../../../lib/visitor-texts/wording.ts";
import { Select } from "../../../ui/select.tsx";
import { TextArea } from "../../../ui/text-area.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { directionTexts, safetyTexts } from "../../viewer/viewer.ts";
import type { FieldEdits } from "../edit-fields.ts";
import { AddressField } from "./address-field.tsx";
import { FormQuestionsField } from "./form-questions-field.tsx";
import { MediaField } from "./media-field.tsx";
import { ProductFields } from "./product-fields.tsx";

export interface AnchorTypeFieldsProps {
  readonly anchor: Anchor;
  readonly blueprint: Blueprint;
  readonly edits: FieldEdits<"anchors">;
}

const accepted: Partial<Record<Anchor["type"], { readonly label: string; readonly accept: string }>> = {
  image: { label: "Picture", accept: "image/png,image/jpeg,image/webp,image/gif,image/avif,image/svg+xml" },
  video: { label: "Video", accept: "video/mp4,video/webm" },
  audio: { label: "Sound", accept: "audio/*" },
  pdf: { label: "Document", accept: "application/pdf" },
  product: { label: "Picture", accept: "image/png,image/jpeg,image/webp,image/avif" },
  model: { label: "3D model (GLB)", accept: ".glb,model/gltf-binary" },
};

/** Type-specific fields of an anchor, besides its title and text. */
export function AnchorTypeFields({ anchor, blueprint, edits }: AnchorTypeFieldsProps) {
  const { type } = anchor;
  const { choose } = edits;
  const media = accepted[type];
  const place = { blueprintId: blueprint.id, teamId: blueprint.teamId };
  const isOption = <T extends string>(options: readonly T[], value: string): value is T =>
    (options as readonly string[]).includes(value);
  return (
    <>
      {media === undefined ? null : (
        <>
          <MediaField
            {...place}
            {...media}
            takesPaste
            source={anchor.media}
            onChange={(next) => choose({ media: next })}
          />
          <TextArea
            label={type === "audio" || type === "video" ? "Description of what can be heard and seen" : "Description"}
            hint="For people who can't see or hear it. Screen readers read it aloud."
            rows={2}
            maxLength={5_000}
            value={anchor.alternative}
            onChange={(event) => edits.type({ alternative: event.target.value })}
          />
        </>
      )}
      {type === "video" ? (
        <MediaField
          {...place}
          label="Captions (WebVTT)"
          accept=".vtt,text/vtt"
          source={anchor.captions}
          onChange={(captions) => choose({ captions })}
        />
      ) : null}
      {type === "pdf" ? (
        <TextField
          label="Page to show"
          type="number"
          min={1}
          value={anchor.page}
          onChange={(event) => {
            const page = Number.parseInt(event.target.value, 10);
            if (page >= 1 && page <= 100_000) edits.type({ page });
          }}
        />
      ) : null}
      {type === "product" ? <ProductFields anchor={anchor} edits={edits} /> : null}
      {type === "link" || type === "product" ? (
        <>
          <AddressField url={anchor.url} onChange={(url) => edits.type({ url })} />
          <TextField
            label="Button text"
            optional
            maxLength={120}
            value={anchor.linkLabel}
            onChange={(event) => edits.type({ linkLabel: event.target.value })}
          />
        </>
      ) : null}
      {type === "form" ? <FormQuestionsField anchor={anchor} blueprintId={blueprint.id} edits={edits} /> : null}
      {type === "route-step" ? (
        <Select
          label="Direction"
          value={anchor.direction}
          options={stepDirections.map((value) => ({ value, label: englishWording.t(directionTexts[value]) }))}
          onChange={({ target: { value } }) => isOption(stepDirections, value) && choose({ direction: value })}
        />
      ) : null}
      {type === "safety" ? (
        <Select
          label="Safety item"
          value={anchor.safety}
          options={safetyKinds.map((value) => ({ value, label: englishWording.t(safetyTexts[value]) }))}
          onChange={({ target: { value } }) => isOption(safetyKinds, value) && choose({ safety: value })}
        />
      ) : null}
      {type === "qr-spot" ? (
        <TextField
          label="Sign code"
          maxLength={64}
          value={anchor.code}
          onChange={(event) => edits.type({ code: event.target.value })}
        />
      ) : null}
    </>
  );
}
