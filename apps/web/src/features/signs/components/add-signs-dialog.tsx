import type { BlueprintId } from "@blueprint/contract/ids";
import type { LinkTarget, ShortLinkTarget } from "@blueprint/contract/short-links";
import type { NewSign } from "@blueprint/contract/signs";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { formatAmount } from "../../../lib/format.ts";
import { readableError } from "../../../lib/readable-error.ts";
import { toasts } from "../../../lib/toast.store.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";
import { LinkTargetField } from "../../../ui/link-target-field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { RadioCards } from "../../../ui/radio-cards.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { TextArea } from "../../../ui/text-area.tsx";
import { findListProblem, toSignsOfAnchors, toSignsOfList } from "../new-signs.ts";
import { linkTargetsQuery, useAddSigns } from "../signs.queries.ts";
import { AnchorChoice } from "./anchor-choice.tsx";
import { SignFields, type SignTexts } from "./sign-fields.tsx";

const ways = [
  { value: "list", label: "By where they hang", text: "One spot in each line" },
  { value: "anchors", label: "For anchors", text: "Each opens its anchor" },
] as const;

/** Adds signs: one or hundreds. */
export function AddSignsDialog({
  blueprintId,
  placeName,
  isOpen,
  onClose,
}: {
  readonly blueprintId: BlueprintId;
  readonly placeName: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => !open && onClose()}
      title="Add signs"
      description="Each gets a number and a code of its own."
      width="wide"
    >
      {isOpen ? <AddSigns blueprintId={blueprintId} placeName={placeName} onClose={onClose} /> : null}
    </Dialog>
  );
}

function AddSigns({
  blueprintId,
  placeName,
  onClose,
}: {
  readonly blueprintId: BlueprintId;
  readonly placeName: string;
  readonly onClose: () => void;
}) {
  const { data: links, error } = useQuery(linkTargetsQuery(blueprintId));
  const [way, setWay] = useState<(typeof ways)[number]["value"]>("list");
  const [spots, setSpots] = useState("");
  const [target, setTarget] = useState<ShortLinkTarget>({ kind: "place" });
  const [anchors, setAnchors] = useState<readonly LinkTarget[]>([]);
  const [texts, setTexts] = useState<SignTexts>({ title: "", line: "Scan to walk in", storey: "" });
  const [problem, setProblem] = useState<string | null>(null);
  const add = useAddSigns(blueprintId);
  if (error !== null) return <Notice tone="danger">{readableError(error)}</Notice>;
  if (links === undefined) return <Skeleton className="h-80" />;
  const signs: readonly NewSign[] =
    way === "list" ? toSignsOfList(spots, { ...texts, target }) : toSignsOfAnchors(anchors, texts);
  const submit = () => {
    const found = way === "list" ? findListProblem(signs) : signs.length === 0 ? "Choose at least one anchor." : null;
    setProblem(found);
    if (found !== null) return;
    add.mutate([...signs], {
      onSuccess: () => {
        toasts.add({ title: `${formatAmount(signs.length, "sign")} added` });
        onClose();
      },
    });
  };
  return (
    <form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <RadioCards label="Signs" options={ways} value={way} onChange={setWay} columns={2} />
      {way === "list" ? (
        <>
          <TextArea
            label="Where they hang"
            rows={4}
            value={spots}
            error={problem ?? undefined}
            hint="One spot in each line, for example “Entrance, left of the door”. Paste a list for hundreds."
            onChange={(event) => {
              setSpots(event.target.value);
              setProblem(null);
            }}
          />
          <Columns>
            <LinkTargetField options={links.options} target={target} onChange={setTarget} />
            <SignFields texts={texts} onTexts={setTexts} placeName={placeName} />
          </Columns>
        </>
      ) : (
        <>
          <AnchorChoice
            anchors={links.targets.filter(({ kind }) => kind === "anchor")}
            chosen={anchors}
            error={problem ?? undefined}
            onChange={(next) => {
              setAnchors(next);
              setProblem(null);
            }}
          />
          <Columns>
            <SignFields texts={texts} onTexts={setTexts} placeName={placeName} withTitle={false} />
          </Columns>
        </>
      )}
      {add.error === null ? null : <Notice tone="danger">{readableError(add.error)}</Notice>}
      <DialogActions>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" busy={add.isPending}>
          {signs.length < 2 ? "Add sign" : `Add ${formatAmount(signs.length, "sign")}`}
        </Button>
      </DialogActions>
    </form>
  );
}

function Columns({ children }: { readonly children: ReactNode }) {
  return <div className="grid items-start gap-4 sm:grid-cols-2">{children}</div>;
}
