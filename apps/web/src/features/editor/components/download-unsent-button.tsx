import { downloadBlob } from "../../../lib/download-blob.ts";
import { Button } from "../../../ui/button.tsx";
import type { DocumentSession } from "../document-session.ts";

/** Downloads the whole document as the user sees it, including what the server rejected. */
export function DownloadUnsentButton({ session, name }: { readonly session: DocumentSession; readonly name: string }) {
  return (
    <Button
      onClick={() => {
        const fileName = `${name.replaceAll(/[^\p{L}\p{N} _-]/gu, "").trim() || "blueprint"} (my copy).json`;
        downloadBlob(fileName, new Blob([session.exportCopy()], { type: "application/json" }));
      }}
    >
      Download my copy
    </Button>
  );
}
