import type { FrameAnswers } from "@blueprint/contract/scan-report";
import type { Scan } from "@blueprint/contract/scans";
import { useState } from "react";
import { readableError } from "../../../lib/readable-error.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { findFrameQuestions } from "../scan-facts.ts";
import { useAnswerScanFrame } from "../scans.queries.ts";
import { FrameQuestions } from "./frame-questions.tsx";

/** Asks again about what a scan's file leaves open, even after the upload. Empty for files that leave nothing open. */
export function AnswerAgain({ scan }: { readonly scan: Scan }) {
  const [isOpen, setIsOpen] = useState(false);
  const { asksSheet, asksUnit, asksUpAxis } = findFrameQuestions(scan.preflight);
  if (!asksSheet && !asksUnit && !asksUpAxis) return null;
  const title = asksSheet ? "Scale of the plan" : asksUnit ? (asksUpAxis ? "Unit and up axis" : "Unit") : "Up axis";
  return (
    <>
      <Button size="small" onClick={() => setIsOpen(true)}>
        {title}
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title={title}
        description={<span className="wrap-anywhere">{scan.fileName}</span>}
      >
        {isOpen ? <Answers scan={scan} onDone={() => setIsOpen(false)} /> : null}
      </Dialog>
    </>
  );
}

function Answers({ scan, onDone }: { readonly scan: Scan; readonly onDone: () => void }) {
  const [frame, setFrame] = useState<FrameAnswers>(scan.frame);
  const answer = useAnswerScanFrame();
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        answer.mutate({ scanId: scan.id, frame }, { onSuccess: onDone });
      }}
    >
      <div className="-mx-4 -mt-4 -mb-2 *:border-t-0">
        <FrameQuestions report={scan.preflight} frame={frame} onFrame={setFrame} />
      </div>
      <div className="grid gap-2 text-caption text-pretty text-ink-soft">
        <p>
          We'll convert the scan again from the original. Until it's done, everyone sees the current version; visitors
          see it until you publish again.
        </p>
        <p>
          Anchors, zones and measurements keep their coordinates and don't move with the scan. Check their positions
          afterwards.
        </p>
      </div>
      {answer.error === null ? null : <Notice tone="danger">{readableError(answer.error)}</Notice>}
      <DialogActions>
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="primary" busy={answer.isPending}>
          Convert again
        </Button>
      </DialogActions>
    </form>
  );
}
