import { Download } from "lucide-react";
import { useState } from "react";
import { downloadBlob } from "../../../lib/download-blob.ts";
import { downloadText } from "../../../lib/download-text.ts";
import { readableError } from "../../../lib/readable-error.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { drawQrPicture, drawQrSvg } from "./qr-files.ts";

/** Downloads of a QR code: SVG for print, PNG for everything else. */
export function QrDownloads({ url, name }: { readonly url: string; readonly name: string }) {
  const [failure, setFailure] = useState<string | null>(null);
  const savePicture = async () => {
    try {
      downloadBlob(`${name}.png`, await drawQrPicture(url));
      setFailure(null);
    } catch (error) {
      setFailure(readableError(error));
    }
  };
  return (
    <>
      <div className="flex gap-2">
        <Button size="small" onClick={() => downloadText(`${name}.svg`, "image/svg+xml", drawQrSvg(url))}>
          <Download aria-hidden="true" strokeWidth={1.5} />
          SVG
        </Button>
        <Button size="small" onClick={() => void savePicture()}>
          <Download aria-hidden="true" strokeWidth={1.5} />
          PNG
        </Button>
      </div>
      {failure === null ? null : <Notice tone="danger">{failure}</Notice>}
    </>
  );
}
