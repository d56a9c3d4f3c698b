import { Notice } from "../../../ui/notice.tsx";
import { useEditorRoom } from "../use-editor-room.ts";
import { DownloadUnsentButton } from "./download-unsent-button.tsx";

/** Somebody lost the right to edit while changes of theirs were on the way. */
export function UnsentWork({ count, name }: { readonly count: number; readonly name: string }) {
  const { session } = useEditorRoom();
  return (
    <Notice
      tone="attention"
      title={count === 1 ? "1 change of yours was not saved" : `${count} changes of yours were not saved`}
      action={<DownloadUnsentButton session={session} name={name} />}
    >
      You can no longer edit this blueprint. You can download what you see here, including your changes.
    </Notice>
  );
}
