import { Notice } from "../../../ui/notice.tsx";
import { useEditorRoom } from "../use-editor-room.ts";
import { DownloadUnsentButton } from "./download-unsent-button.tsx";

/** Shown when the user lost edit access with changes still unsent. */
export function UnsentWork({ count, name }: { readonly count: number; readonly name: string }) {
  const { connection } = useEditorRoom();
  return (
    <Notice
      tone="attention"
      title={count === 1 ? "1 of your changes wasn't saved" : `${count} of your changes weren't saved`}
      action={<DownloadUnsentButton connection={connection} name={name} />}
    >
      You can no longer edit this blueprint. You can download what you see here, including your changes.
    </Notice>
  );
}
