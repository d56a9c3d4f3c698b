import { Button } from "../../../ui/button.tsx";
import type { DocumentSession } from "../document-session.ts";

/** Gives a person what the server did not take, as a file: the whole document as they see it. */
export function DownloadUnsentButton({ session, name }: { readonly session: DocumentSession; readonly name: string }) {
  return (
    <Button
      onClick={() => {
        const url = URL.createObjectURL(new Blob([session.exportCopy()], { type: "application/json" }));
        const link = document.createElement("a");
        link.href = url;
        link.download = `${name.replaceAll(/[^\p{L}\p{N} _-]/gu, "").trim() || "blueprint"} (my copy).json`;
        link.click();
        setTimeout(() => URL.revokeObjectURL(url), 60_000);
      }}
    >
      Download my copy
    </Button>
  );
}
