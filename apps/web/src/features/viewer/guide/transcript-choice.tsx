import { eraseTranscript } from "@blueprint/contract/guide-transcripts";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../lib/api.ts";
import type { Conversation } from "../../../lib/live-ai/conversation.ts";
import { useGuideTexts } from "../../../lib/visitor-texts/guide-wording.ts";

/** Whether the place's team may read a conversation: off until its visitor agrees, and deleted when they take it back. */
export function TranscriptChoice({
  slug,
  conversation,
  onChange,
}: {
  readonly slug: string;
  readonly conversation: Conversation;
  readonly onChange: (isKept: boolean) => void;
}) {
  const t = useGuideTexts();
  const [isKept, setKept] = useState(conversation.transcriptId !== null);
  const erase = useMutation({
    mutationFn: (transcriptId: string) => api(eraseTranscript, { params: { slug, transcriptId } }),
  });
  const choose = (keep: boolean) => {
    const { transcriptId } = conversation;
    // At once: what is asked meanwhile isn't kept.
    conversation.transcriptId = keep ? crypto.randomUUID() : null;
    setKept(keep);
    onChange(keep);
    erase.reset();
    if (keep || transcriptId === null) return;
    erase.mutate(transcriptId, {
      onError: () => {
        // Only its id can delete it.
        conversation.transcriptId = transcriptId;
        setKept(true);
        onChange(true);
      },
    });
  };
  return (
    <div className="grid gap-1">
      <label className="flex cursor-pointer items-start gap-3 pointer-coarse:min-h-11">
        <input
          type="checkbox"
          className="mt-1 accent-accent"
          checked={isKept}
          onChange={(event) => choose(event.target.checked)}
        />
        <span className="grid gap-0.5">
          <span>{t("transcript.agree")}</span>
          <span className="text-caption text-pretty text-ink-soft">{t("transcript.hint")}</span>
        </span>
      </label>
      <p role="status" className="text-caption empty:hidden">
        {erase.isError ? t("transcript.failed") : erase.isSuccess ? t("transcript.deleted") : null}
      </p>
    </div>
  );
}
