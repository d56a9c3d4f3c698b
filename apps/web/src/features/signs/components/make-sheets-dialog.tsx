import type { BlueprintId, SignId } from "@blueprint/contract/ids";
import {
  readingDistancesMm,
  type SignFileKind,
  type SignFormat,
  type SignPaper,
  type SignSheet,
  signFormats,
  signPapers,
} from "@blueprint/contract/sign-sheets";
import { useState } from "react";
import { formatAmount } from "../../../lib/format.ts";
import { fieldErrorWithin, readableError } from "../../../lib/readable-error.ts";
import { toasts } from "../../../lib/toast.store.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { RadioCards } from "../../../ui/radio-cards.tsx";
import { Select } from "../../../ui/select.tsx";
import { describePaper, formatWords, toDistance, toSize } from "../sign-words.ts";
import { useStartPrint } from "../signs.queries.ts";
import { LogoField } from "./logo-field.tsx";
import { SheetDiagram } from "./sheet-diagram.tsx";

const styles = [
  { value: "light", label: "Light", text: "Black on white; saves ink" },
  { value: "dark", label: "Dark", text: "White on dark, up to the edges" },
] as const;

const fileKinds: readonly { readonly value: SignFileKind; readonly label: string }[] = [
  { value: "pdf", label: "PDF, for printing" },
  { value: "svg", label: "SVG, one file for each sign" },
  { value: "png", label: "PNG, one picture for each sign" },
];

/** How sheets of the chosen signs are made. */
export function MakeSheetsDialog({
  blueprintId,
  signIds,
  isOpen,
  onClose,
}: {
  readonly blueprintId: BlueprintId;
  /** None for all signs in use. */
  readonly signIds: ReadonlySet<SignId>;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => !open && onClose()}
      title="Make sheets"
      description={signIds.size === 0 ? "Of all signs in use." : `Of ${formatAmount(signIds.size, "sign")}.`}
      width="wide"
    >
      {isOpen ? <MakeSheets blueprintId={blueprintId} signIds={signIds} onClose={onClose} /> : null}
    </Dialog>
  );
}

function MakeSheets({
  blueprintId,
  signIds,
  onClose,
}: {
  readonly blueprintId: BlueprintId;
  readonly signIds: ReadonlySet<SignId>;
  readonly onClose: () => void;
}) {
  const [sheet, setSheet] = useState<SignSheet>({
    format: "a5",
    paper: "a4",
    style: "light",
    readingDistanceMm: 500,
  });
  const [fileKind, setFileKind] = useState<SignFileKind>("pdf");
  /** In base64. */
  const [logo, setLogo] = useState<string | null>(null);
  const start = useStartPrint(blueprintId);
  const papers = signPapers.flatMap((paper) => {
    const words = describePaper(sheet.format, paper);
    return words === null ? [] : [{ value: paper, label: words }];
  });
  const chooseFormat = (format: SignFormat) => {
    const paper = describePaper(format, sheet.paper) === null ? "trimmed" : sheet.paper;
    setSheet({ ...sheet, format, paper });
  };
  const submit = () =>
    start.mutate(
      { signIds: signIds.size === 0 ? null : [...signIds], sheet, fileKind, logo },
      {
        onSuccess: () => {
          toasts.add({
            title: "Making sheets",
            description: "You can leave this page; they'll be here when they're ready.",
          });
          onClose();
        },
      },
    );
  return (
    <form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <RadioCards
        label="Size"
        value={sheet.format}
        onChange={chooseFormat}
        options={(Object.keys(signFormats) as SignFormat[]).map((format) => ({
          value: format,
          label: formatWords[format],
          text: toSize(format),
        }))}
      />
      <div className="grid items-start gap-5 sm:grid-cols-[minmax(0,1fr)_auto]">
        <div className="grid gap-5">
          {fileKind === "pdf" ? (
            <Select
              label="Paper"
              options={papers}
              value={sheet.paper}
              onChange={(event) => setSheet({ ...sheet, paper: event.target.value as SignPaper })}
            />
          ) : null}
          <RadioCards
            label="Style"
            columns={2}
            options={styles}
            value={sheet.style}
            onChange={(style) => setSheet({ ...sheet, style })}
          />
          <Select
            label="Read from"
            hint="How far away people stand. A code that can't be read from there isn't printed."
            options={readingDistancesMm.map((mm) => ({ value: String(mm), label: toDistance(mm) }))}
            value={String(sheet.readingDistanceMm)}
            onChange={(event) =>
              setSheet({
                ...sheet,
                readingDistanceMm: Number(event.target.value) as SignSheet["readingDistanceMm"],
              })
            }
          />
          <Select
            label="File"
            options={fileKinds}
            value={fileKind}
            error={fieldErrorWithin(start.error, "fileKind")}
            onChange={(event) => setFileKind(event.target.value as SignFileKind)}
          />
          <LogoField logo={logo} onLogo={setLogo} />
        </div>
        <SheetDiagram format={sheet.format} paper={fileKind === "pdf" ? sheet.paper : "trimmed"} style={sheet.style} />
      </div>
      {start.error === null ? null : <Notice tone="danger">{readableError(start.error)}</Notice>}
      <DialogActions>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" busy={start.isPending}>
          Make sheets
        </Button>
      </DialogActions>
    </form>
  );
}
