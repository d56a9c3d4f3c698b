import type { TeamId } from "@blueprint/contract/ids";
import type { Anchor } from "@blueprint/scene/anchor";
import { editAnchor } from "@blueprint/scene/anchor-operations";
import { Camera } from "lucide-react";
import { useRef, useState } from "react";
import { readableError } from "../../../lib/readable-error.ts";
import { toasts } from "../../../lib/toast.store.ts";
import { Button } from "../../../ui/button.tsx";
import { useEditorRoom } from "../use-editor-room.ts";
import { toMediaFile, uploadMedia } from "./upload-media.ts";

/**
 * Gives a new anchor a photo in one tap: on a phone the camera opens. The upload continues after the anchor is closed,
 * so that the next one can be placed meanwhile.
 */
export function PhotoButton({ anchor, teamId }: { readonly anchor: Anchor; readonly teamId: TeamId }) {
  const { attempt } = useEditorRoom();
  const inputRef = useRef<HTMLInputElement>(null);
  const [isSending, setSending] = useState(false);
  const send = async (file: File) => {
    setSending(true);
    try {
      const { signal } = new AbortController();
      const media = await uploadMedia(teamId, toMediaFile(file), { signal, onFraction: () => {} });
      attempt((doc) => editAnchor(doc, anchor.id, { type: "image", media }));
    } catch (error) {
      toasts.add({ title: "Couldn't add the photo", description: readableError(error) });
    } finally {
      setSending(false);
    }
  };
  return (
    <div className="grid">
      <input
        ref={inputRef}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        capture="environment"
        aria-label="Photo"
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file !== undefined) void send(file);
          event.target.value = "";
        }}
      />
      <Button busy={isSending} onClick={() => inputRef.current?.click()}>
        <Camera aria-hidden="true" strokeWidth={1.5} />
        Add photo
      </Button>
    </div>
  );
}
