import type { Scan, ScanUpload } from "@blueprint/contract/scans";
import { useRef, useState } from "react";
import { readableError } from "../../../lib/readable-error.ts";
import { Button } from "../../../ui/button.tsx";
import { findScanUpload } from "../scans.queries.ts";
import { type Transfer, transfers } from "../transfers.store.ts";
import { useScanUpload } from "../use-scan-upload.ts";

/** Resumes an interrupted upload from this or another device, with the file's handle or with the file chosen again. */
export function FileAgain({
  scan,
  transfer,
}: {
  readonly scan: Scan | undefined;
  readonly transfer: Transfer | undefined;
}) {
  const upload = useScanUpload(scan, transfer);
  const input = useRef<HTMLInputElement>(null);
  const [message, setMessage] = useState<string | null>(null);
  const fileName = scan?.fileName ?? transfer?.fileName ?? "";
  const anotherFile = `This is a different file. Choose ${fileName}.`;

  const goOn = async (file?: File) => {
    setMessage(null);
    if (transfer?.journaled) {
      const outcome = await transfers.reconnect(transfer.scanId, file);
      if (outcome === "another-file") setMessage(anotherFile);
      // There is no file yet, and the browser can't reopen it: ask the user.
      else if (outcome === "file-needed") input.current?.click();
      return;
    }
    if (file === undefined) input.current?.click();
    else if (scan === undefined) setMessage("The scan is still loading. Try again in a moment.");
    else if (file.size !== scan.sizeBytes || file.name !== scan.fileName) setMessage(anotherFile);
    else {
      // The server knows where to resume, whichever device started the upload; without a journaled upload, it restarts
      // under the same scan.
      const left = await findScanUpload(scan.id);
      const blueprintName = transfer?.blueprintName ?? "";
      if (left === null) transfers.begin(scan, blueprintName, file);
      else transfers.takeOver(scan, blueprintName, file, left);
    }
  };
  const goOnOrSay = (file?: File) => goOn(file).catch((error: unknown) => setMessage(readableError(error)));

  return (
    <>
      <input
        ref={input}
        type="file"
        aria-label={`File ${fileName} again`}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = "";
          if (file !== undefined) void goOnOrSay(file);
        }}
      />
      <Button size="small" onClick={() => void goOnOrSay()}>
        {transfer?.journaled?.handle ? "Resume" : toFileLabel(upload)}
      </Button>
      {message === null ? null : (
        <p role="alert" className="basis-full text-caption text-danger">
          {message}
        </p>
      )}
    </>
  );
}

function toFileLabel(upload: ScanUpload | null | undefined): string {
  if (upload === null) return "Choose file to start";
  return upload?.isReceiving ? "Choose file to take over" : "Choose file to resume";
}
