import { anchorTypes } from "@blueprint/contract/anchor-values";
import type { Blueprint } from "@blueprint/contract/blueprints";
import { limits } from "@blueprint/contract/limits";
import type { Anchor } from "@blueprint/scene/anchor";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { Select } from "../../../ui/select.tsx";
import { TextArea } from "../../../ui/text-area.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { anchorTypeLooks, listTypeChoices } from "../../viewer/viewer.ts";
import { editFields } from "../edit-fields.ts";
import { useEditor, useEditorRoom } from "../use-editor-room.ts";
import { AnchorDetails } from "./anchor-details.tsx";
import { AnchorTypeFields } from "./anchor-type-fields.tsx";
import { LanguageChoice } from "./language-choice.tsx";
import { PhotoButton } from "./photo-button.tsx";

// The rich-text editor has its own library, which readers never load.
const RichTextField = lazy(async () => ({ default: (await import("./rich-text-field.tsx")).RichTextField }));

const emptyTranslation = { title: "", text: "", body: [], alternative: "" };

/** Everything of an anchor that visitors read or see, in its own language or in a translation. */
export function AnchorFields({ anchor, blueprint }: { readonly anchor: Anchor; readonly blueprint: Blueprint }) {
  const { store, attempt } = useEditorRoom();
  const [language, setLanguage] = useState<string | null>(null);
  const isTitleWanted = useEditor((state) => state.titleWanted === anchor.id);
  const titleRef = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!isTitleWanted) return;
    titleRef.current?.focus();
    store.setState({ titleWanted: null });
  }, [isTitleWanted, store]);
  const edits = editFields(attempt, "anchors", anchor.id);
  const { type, choose } = edits;
  const translation = language === null ? null : (anchor.translations[language] ?? emptyTranslation);
  const inLanguage = (field: string) => (language === null ? field : `${field}@${language}`);
  return (
    <>
      {anchor.type === "info" && anchor.media === null ? (
        <PhotoButton anchor={anchor} teamId={blueprint.teamId} />
      ) : null}
      <Select
        label="Type"
        value={anchor.type}
        options={listTypeChoices(anchor.type).map((value) => ({ value, label: anchorTypeLooks[value].label }))}
        onChange={({ target: { value } }) => {
          const chosen = anchorTypes.find((known) => known === value);
          if (chosen !== undefined) choose({ type: chosen });
        }}
      />
      <LanguageChoice anchor={anchor} language={language} onChoose={setLanguage} />
      <TextField
        ref={titleRef}
        label="Title"
        name="title"
        autoComplete="off"
        maxLength={limits.anchorTitleCharactersMax}
        value={translation?.title ?? anchor.title}
        placeholder={translation === null ? "What is here?" : anchor.title}
        onChange={(event) => type({ [inLanguage("title")]: event.target.value })}
      />
      <Suspense fallback={<div className="h-40 rounded-sharp border border-line" />}>
        <RichTextField
          key={language ?? "original"}
          label="Text"
          blocks={translation?.body ?? anchor.body}
          placeholder="What should visitors know about it?"
          onChange={(text) => type({ [inLanguage("text")]: text })}
        />
      </Suspense>
      {translation === null ? (
        <>
          <AnchorTypeFields anchor={anchor} blueprint={blueprint} edits={edits} />
          <AnchorDetails anchor={anchor} onChange={choose} />
        </>
      ) : anchor.media === null ? null : (
        <TextArea
          label="Description"
          rows={2}
          maxLength={5_000}
          value={translation.alternative}
          placeholder={anchor.alternative}
          onChange={(event) => type({ [inLanguage("alternative")]: event.target.value })}
        />
      )}
    </>
  );
}
