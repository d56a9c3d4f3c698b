import { TextFormatError } from "@blueprint/contract/data-url";
import type { BlueprintId, TeamId } from "@blueprint/contract/ids";
import type { MediaSource } from "@blueprint/scene/media-source";
import { useQuery } from "@tanstack/react-query";
import { FileUp, Trash2 } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { formatBytes } from "../../../lib/format.ts";
import { readableError } from "../../../lib/readable-error.ts";
import { Button } from "../../../ui/button.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { ProgressBar } from "../../../ui/progress-bar.tsx";
import { mediaUrlsQuery } from "./media.queries.ts";
import { findContentType, isAccepted, type MediaFile, readDataUrl, toMediaFile, uploadMedia } from "./upload-media.ts";
import { usePaste } from "./use-paste.ts";

/** A team file in an anchor: chosen or dropped, uploading, ready or missing. */
export function MediaField({
  label,
  accept,
  source,
  blueprintId,
  teamId,
  takesPaste = false,
  onChange,
}: {
  readonly label: string;
  /** As in a file input. */
  readonly accept: string;
  readonly source: MediaSource | null;
  readonly blueprintId: BlueprintId;
  readonly teamId: TeamId;
  /** Receives files and data URLs pasted outside text fields. Set on at most one field at a time. */
  readonly takesPaste?: boolean;
  readonly onChange: (source: MediaSource | null) => void;
}) {
  const inputId = useId();
  const inputRef = useRef<HTMLInputElement>(null);
  const running = useRef<AbortController | null>(null);
  const [fraction, setFraction] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const fileIds = source?.kind === "file" ? [source.fileId] : [];
  const { data: urls } = useQuery(mediaUrlsQuery(blueprintId, fileIds));
  // The anchor was closed: cancel the upload.
  useEffect(() => () => running.current?.abort(), []);

  const send = async (file: MediaFile) => {
    const controller = new AbortController();
    running.current?.abort();
    running.current = controller;
    setProblem(null);
    setFraction(0);
    try {
      onChange(await uploadMedia(teamId, file, { signal: controller.signal, onFraction: setFraction }));
    } catch (error) {
      if (!controller.signal.aborted) setProblem(readableError(error));
    } finally {
      if (running.current === controller) setFraction(null);
    }
  };
  const sendDataUrl = (text: string) => {
    try {
      void send(readDataUrl(text, accept));
    } catch (error) {
      if (!(error instanceof TextFormatError)) throw error;
      setProblem(error.message);
    }
  };
  usePaste(takesPaste, (clipboard) => {
    const file = [...clipboard.files].find((one) => isAccepted(findContentType(one), accept));
    const text = clipboard.getData("text/plain").trim();
    if (file !== undefined) void send(toMediaFile(file));
    else if (/^data:/i.test(text)) sendDataUrl(text);
    else return false;
    return true;
  });
  const isGone = source?.kind === "file" && urls !== undefined && urls[source.fileId] === undefined;
  return (
    <div className="grid gap-1.5">
      <label htmlFor={inputId} className="font-strong">
        {label}
      </label>
      <input
        ref={inputRef}
        id={inputId}
        type="file"
        accept={accept}
        className="sr-only"
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file !== undefined) void send(toMediaFile(file));
          event.target.value = "";
        }}
      />
      {fraction !== null ? (
        <div className="grid gap-2">
          <ProgressBar label="Uploading file" fraction={fraction} />
          <Button size="small" className="justify-self-start" onClick={() => running.current?.abort()}>
            Cancel
          </Button>
        </div>
      ) : source === null ? (
        <button
          type="button"
          onClick={() => inputRef.current?.click()}
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault();
            const file = event.dataTransfer.files[0];
            if (file !== undefined) void send(toMediaFile(file));
          }}
          className="flex min-h-11 items-center gap-2.5 rounded-sharp border border-dashed border-line px-3 py-2 text-left text-ink-soft hover:border-ink hover:text-ink"
        >
          <FileUp size={16} strokeWidth={1.5} aria-hidden="true" />
          {takesPaste ? "Choose a file, or drop or paste one here" : "Choose a file, or drop it here"}
        </button>
      ) : (
        <div className="flex items-center gap-2 rounded-sharp border border-line py-1 pr-1 pl-3">
          <span className="grid min-w-0 flex-1">
            <span className="truncate">{source.kind === "file" ? source.name : source.url}</span>
            <span className="text-caption text-ink-soft">
              {isGone
                ? "This file is no longer in your team's storage."
                : source.kind === "file"
                  ? formatBytes(source.sizeBytes)
                  : "Hosted on another site: shown as a link"}
            </span>
          </span>
          <IconButton label="Replace file" icon={FileUp} size="small" onClick={() => inputRef.current?.click()} />
          <IconButton label="Remove file" icon={Trash2} size="small" onClick={() => onChange(null)} />
        </div>
      )}
      {problem === null ? null : (
        <p role="alert" className="text-caption font-strong text-danger">
          {problem}
        </p>
      )}
    </div>
  );
}
