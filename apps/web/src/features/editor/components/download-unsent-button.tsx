import { downloadBlob } from "../../../lib/download-blob.ts";
import { Button } from "../../../ui/button.tsx";
import type { DocumentConnection } from "../document-connection.ts";

/** Downloads the whole document as the user sees it, including what the server rejected. */
export function DownloadUnsentButton({
  connection,
  name,
}: {
  readonly connection: DocumentConnection;
  readonly name: string;
}) {
  return (
    <Button
      onClick={() => {
        const fileName = `${name.replaceAll(/[^\p{L}\p{N} _-]/gu, "").trim() || "blueprint"} (my copy).json`;
        downloadBlob(fileName, new Blob([connection.exportCopy()], { type: "application/json" }));
      }}
    >
      Download my copy
    </Button>
  );
}
