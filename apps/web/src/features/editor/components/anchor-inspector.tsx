import type { Blueprint } from "@blueprint/contract/blueprints";
import { limits } from "@blueprint/contract/limits";
import { type Anchor, anchorTypes } from "@blueprint/scene/anchor";
import { editAnchor } from "@blueprint/scene/anchor-operations";
import type { ObjectValues } from "@blueprint/scene/object-operations";
import { toPublishedAnchor } from "@blueprint/scene/published-scene";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { formatDate } from "../../../lib/format.ts";
import { Notice } from "../../../ui/notice.tsx";
import { Select } from "../../../ui/select.tsx";
import { TextArea } from "../../../ui/text-area.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import {
  AnchorContent,
  anchorTypeLooks,
  describePosition,
  listTypeChoices,
  PlaceAccessContext,
  type ViewerScan,
} from "../../viewer/viewer.ts";
import { attemptChange } from "../attempt-change.ts";
import { CommentsSection } from "../comments/comments-section.tsx";
import { AnchorDetails } from "../content/anchor-details.tsx";
import { AnchorTypeFields } from "../content/anchor-type-fields.tsx";
import { LanguageChoice } from "../content/language-choice.tsx";
import { mediaUrlsQuery } from "../content/media.queries.ts";
import { PhotoButton } from "../content/photo-button.tsx";
import { toAnchorName } from "../scene-changes.ts";
import { DeleteSelected } from "../tools/delete-selected.tsx";
import { NudgePad } from "../tools/nudge-pad.tsx";
import { ObjectHead } from "../tools/object-head.tsx";
import { useEditor, useEditorRoom, useMayEdit } from "../use-editor-room.ts";
import { PositionFields } from "./position-fields.tsx";

// The rich-text editor has its own library, which readers never load.
const RichTextField = lazy(async () => ({ default: (await import("../content/rich-text-field.tsx")).RichTextField }));

/** An anchor's content and position. */
export function AnchorInspector({
  anchor,
  scans,
  blueprint,
}: {
  readonly anchor: Anchor;
  readonly scans: readonly ViewerScan[];
  readonly blueprint: Blueprint;
}) {
  const canEdit = useMayEdit();
  const words = describePosition(anchor.position, scans);
  return (
    <div className="grid content-start">
      <ObjectHead kind={anchorTypeLooks[anchor.type].label} name={toAnchorName(anchor)} />
      <div className="grid gap-4 p-4">
        {canEdit ? (
          <AnchorFields anchor={anchor} blueprint={blueprint} />
        ) : (
          <AnchorReading anchor={anchor} blueprint={blueprint} />
        )}
        <PositionFields anchor={anchor} canEdit={canEdit} />
        {words === null ? null : (
          <p className="-mt-2 text-caption text-ink-soft text-pretty">From the start view: {words}.</p>
        )}
        {canEdit ? <NudgePad /> : null}
        <CommentsSection
          blueprint={blueprint}
          subject={{
            target: "anchor",
            targetId: anchor.id,
            position: anchor.position,
            floor: anchor.floor,
            name: toAnchorName(anchor),
          }}
        />
        <div className="flex items-center justify-between gap-3 border-t border-hairline pt-4">
          <span className="text-caption text-ink-soft">
            {Number.isNaN(Date.parse(anchor.createdAt)) ? "" : `Placed on ${formatDate(anchor.createdAt)}`}
          </span>
          {canEdit ? <DeleteSelected /> : null}
        </div>
      </div>
    </div>
  );
}

interface AnchorPartProps {
  readonly anchor: Anchor;
  readonly blueprint: Blueprint;
}

function AnchorFields({ anchor, blueprint }: AnchorPartProps) {
  const { session, store } = useEditorRoom();
  const [language, setLanguage] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const isTitleWanted = useEditor((state) => state.titleWanted === anchor.id);
  const titleRef = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!isTitleWanted) return;
    titleRef.current?.focus();
    store.setState({ titleWanted: null });
  }, [isTitleWanted, store]);
  const change = (values: ObjectValues<"anchors">) =>
    setProblem(attemptChange(() => editAnchor(session.doc, anchor.id, values)));
  const done = () => session.endStep();
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
        options={listTypeChoices(anchor.type).map((type) => ({ value: type, label: anchorTypeLooks[type].label }))}
        onChange={({ target: { value } }) => {
          const type = anchorTypes.find((known) => known === value);
          if (type !== undefined) change({ type });
          done();
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
        onChange={(event) => change({ [inLanguage("title")]: event.target.value })}
        onBlur={done}
      />
      <Suspense fallback={<div className="h-40 rounded-sharp border border-line" />}>
        <RichTextField
          key={language ?? "original"}
          label="Text"
          blocks={translation?.body ?? anchor.body}
          placeholder="What should visitors know about it?"
          onChange={(text) => change({ [inLanguage("text")]: text })}
          onBlur={done}
        />
      </Suspense>
      {translation === null ? (
        <>
          <AnchorTypeFields anchor={anchor} blueprint={blueprint} onChange={change} onDone={done} />
          <AnchorDetails
            anchor={anchor}
            onChange={(values) => {
              change(values);
              done();
            }}
          />
        </>
      ) : anchor.media === null ? null : (
        <TextArea
          label="Description"
          rows={2}
          maxLength={5_000}
          value={translation.alternative}
          placeholder={anchor.alternative}
          onChange={(event) => change({ [inLanguage("alternative")]: event.target.value })}
          onBlur={done}
        />
      )}
      {problem === null ? null : <Notice tone="danger">{problem} Nothing was changed.</Notice>}
    </>
  );
}

const emptyTranslation = { title: "", text: "", body: [], alternative: "" };

/** The card as visitors see it, for read-only members. */
function AnchorReading({ anchor, blueprint }: AnchorPartProps) {
  const fileIds = [anchor.media, anchor.captions].flatMap((source) => (source?.kind === "file" ? [source.fileId] : []));
  const { data: mediaUrls = {} } = useQuery(mediaUrlsQuery(blueprint.id, fileIds));
  return (
    <div className="grid gap-2">
      <p className="text-lead font-strong break-words">{toAnchorName(anchor)}</p>
      <PlaceAccessContext value={{ slug: null, mediaUrls }}>
        <AnchorContent anchor={toPublishedAnchor(anchor)} />
      </PlaceAccessContext>
    </div>
  );
}
