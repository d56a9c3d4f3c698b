import type { BlueprintId } from "@blueprint/contract/ids";
import { printShortCode } from "@blueprint/contract/short-code";
import type { Sign } from "@blueprint/contract/signs";
import { formatAmount, formatDateTime } from "../../../lib/format.ts";
import { describeState, nameTarget, type TargetOption } from "../../../lib/link-targets.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { FactList } from "../../../ui/fact-list.tsx";
import { describeSign, toSignNumber } from "../sign-words.ts";
import { ReplaceSign } from "./replace-sign.tsx";
import { RetireSign } from "./retire-sign.tsx";
import { SignForm } from "./sign-form.tsx";
import { SignHistory } from "./sign-history.tsx";
import { SignPhoto } from "./sign-photo.tsx";

/** One sign: its facts, what can be changed, and what happened to it. */
export function SignDialog({
  blueprintId,
  placeName,
  sign,
  options,
  canPublish,
  onClose,
}: {
  readonly blueprintId: BlueprintId;
  readonly placeName: string;
  /** Null while the dialog is closed. */
  readonly sign: Sign | null;
  readonly options: readonly TargetOption[];
  readonly canPublish: boolean;
  readonly onClose: () => void;
}) {
  return (
    <Dialog
      open={sign !== null}
      onOpenChange={(open) => !open && onClose()}
      title={sign === null ? "Sign" : `${toSignNumber(sign.number)} ${sign.link.label}`}
      width="wide"
    >
      {sign === null ? null : (
        <div key={sign.id} className="grid gap-6">
          <div className="flex flex-col gap-5 sm:flex-row">
            <SignPhoto blueprintId={blueprintId} sign={sign} canPublish={canPublish} />
            <SignFacts sign={sign} options={options} />
          </div>
          {canPublish ? (
            <>
              <SignForm blueprintId={blueprintId} placeName={placeName} sign={sign} options={options} />
              <ReplaceSign blueprintId={blueprintId} sign={sign} />
              <RetireSign blueprintId={blueprintId} sign={sign} />
            </>
          ) : null}
          <SignHistory blueprintId={blueprintId} signId={sign.id} />
        </div>
      )}
    </Dialog>
  );
}

function SignFacts({ sign, options }: { readonly sign: Sign; readonly options: readonly TargetOption[] }) {
  const { link, storey, sheetMadeAt, hungAt } = sign;
  const { word, tone } = describeSign(sign, Date.now());
  const { text } = describeState(link, options);
  return (
    <div className="grid min-w-0 flex-1 content-start gap-4">
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <Badge tone={tone}>{word}</Badge>
        {text === "" ? null : <span className="text-ink-soft">{text}</span>}
      </p>
      <FactList
        facts={[
          ["Code", printShortCode(link.code)],
          ["Opens", nameTarget(link.target, options)],
          ...(storey === "" ? [] : ([["Storey", storey]] as const)),
          ["Scanned", formatAmount(link.useCount, "time")],
          ["Last scan", link.lastUsedAt === null ? "Never" : formatDateTime(link.lastUsedAt)],
          ["Sheet made", sheetMadeAt === null ? "Not yet" : formatDateTime(sheetMadeAt)],
          ["Hangs since", hungAt === null ? "Not scanned since its sheet was made" : formatDateTime(hungAt)],
        ]}
      />
    </div>
  );
}
