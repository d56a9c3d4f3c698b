import { limits } from "@blueprint/contract/limits";
import type { Anchor } from "@blueprint/scene/anchor";
import { editAnchor } from "@blueprint/scene/anchor-operations";
import { LocateFixed, Move, Trash2, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { formatDate } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { TextArea } from "../../../ui/text-area.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { describePosition } from "../../viewer/describe-position.ts";
import type { ViewerScan } from "../../viewer/viewer.ts";
import { flyToSelected } from "../commands/fly-to-selected.ts";
import { removeSelected } from "../commands/remove-selected.ts";
import { selectAnchor } from "../editor.store.ts";
import { toAnchorName } from "../scene-changes.ts";
import { useEditor, useEditorRoom, useMayEdit } from "../use-editor-room.ts";
import { PositionFields } from "./position-fields.tsx";

/** What an anchor says and where it is. */
export function AnchorInspector({ anchor, scans }: { readonly anchor: Anchor; readonly scans: readonly ViewerScan[] }) {
  const room = useEditorRoom();
  const canEdit = useMayEdit();
  const words = describePosition(anchor.position, scans);
  return (
    <div className="grid content-start">
      <div className="flex items-center justify-between gap-2 border-b border-hairline py-1.5 pr-2 pl-4">
        <h2 className="min-w-0 truncate text-caption text-ink-soft">
          Info anchor<span className="sr-only">: {toAnchorName(anchor)}</span>
        </h2>
        <span className="flex">
          <IconButton
            label={flyToSelected.label}
            icon={LocateFixed}
            size="small"
            tooltipSide="bottom"
            onClick={() => flyToSelected.run(room)}
          />
          <IconButton
            label="Close"
            icon={X}
            size="small"
            tooltipSide="bottom"
            onClick={() => selectAnchor(room.store, null)}
          />
        </span>
      </div>
      <div className="grid gap-4 p-4">
        {canEdit ? <AnchorFields anchor={anchor} /> : <AnchorReading anchor={anchor} />}
        <PositionFields anchor={anchor} canEdit={canEdit} />
        {words === null ? null : (
          <p className="-mt-2 text-caption text-ink-soft text-pretty">From the start view: {words}.</p>
        )}
        {canEdit ? (
          <button
            type="button"
            data-nudge
            className="flex items-center gap-2.5 rounded-sharp border border-dashed border-line px-3 py-2 text-left text-ink-soft focus:border-accent focus:text-ink"
          >
            <Move size={16} strokeWidth={1.5} aria-hidden="true" className="shrink-0" />
            <span className="grid">
              Move with the arrow keys
              <span className="text-caption">5 cm a press, with Shift 50 cm. Page up and down for height.</span>
            </span>
          </button>
        ) : null}
        <div className="flex items-center justify-between gap-3 border-t border-hairline pt-4">
          <span className="text-caption text-ink-soft">
            {Number.isNaN(Date.parse(anchor.createdAt)) ? "" : `Placed on ${formatDate(anchor.createdAt)}`}
          </span>
          {canEdit ? (
            <Button
              size="small"
              onClick={() => {
                removeSelected.run(room);
                // The button goes away with its anchor; the keyboard stays in the room.
                document.getElementById("content")?.focus();
              }}
            >
              <Trash2 aria-hidden="true" strokeWidth={1.5} />
              Delete
            </Button>
          ) : null}
        </div>
      </div>
    </div>
  );
}

function AnchorFields({ anchor }: { readonly anchor: Anchor }) {
  const { session, store } = useEditorRoom();
  const isTitleWanted = useEditor((state) => state.titleWanted === anchor.id);
  const titleRef = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!isTitleWanted) return;
    titleRef.current?.focus();
    store.setState({ titleWanted: null });
  }, [isTitleWanted, store]);
  return (
    <>
      <TextField
        ref={titleRef}
        label="Title"
        name="title"
        autoComplete="off"
        maxLength={limits.anchorTitleCharactersMax}
        value={anchor.title}
        placeholder="What is here?"
        onChange={(event) => editAnchor(session.doc, anchor.id, { title: event.target.value })}
        onBlur={() => session.endStep()}
      />
      <TextArea
        label="Text"
        name="text"
        rows={5}
        maxLength={limits.anchorTextCharactersMax}
        value={anchor.text}
        placeholder="What should visitors know about it?"
        onChange={(event) => editAnchor(session.doc, anchor.id, { text: event.target.value })}
        onBlur={() => session.endStep()}
      />
    </>
  );
}

function AnchorReading({ anchor }: { readonly anchor: Anchor }) {
  return (
    <div className="grid gap-2">
      <p className="text-lead font-strong break-words">{toAnchorName(anchor)}</p>
      {anchor.text === "" ? null : <p className="break-words whitespace-pre-wrap">{anchor.text}</p>}
    </div>
  );
}
