import type { Claim } from "@blueprint/contract/claims";
import { limits } from "@blueprint/contract/limits";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatAmount, formatDate } from "../../../lib/format.ts";
import { toPlaceSlug } from "../../../lib/place-slug.ts";
import { fieldError, readableError } from "../../../lib/readable-error.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PagedList } from "../../../ui/paged-list.tsx";
import { ShownOnce } from "../../../ui/shown-once.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { allClaimsQuery, useMakeLetterCode, useOperatorStep } from "../claims.queries.ts";
import { ClaimSheet } from "./claim-sheet.tsx";
import { ClaimStepButtons } from "./claim-step-buttons.tsx";

/** For operators: claims with their history, and what the operator can do. */
export function ClaimInbox({ state }: { readonly state: "open" | "closed" }) {
  const list = useInfiniteQuery(allClaimsQuery(state));
  const line = (text: string) => (
    <p role="status" className="text-ink-soft">
      {text}
    </p>
  );
  return (
    <div className="grid gap-4">
      <LetterCode />
      <PagedList
        list={list}
        toItems={(page) => page.claims}
        toKey={({ id }) => id}
        renderItem={(claim) => <InboxClaim claim={claim} />}
        renderTotal={(total) => line(formatAmount(total, "claim"))}
        pending={<Skeleton className="h-48" />}
        nothing={line(state === "open" ? "No open claims." : "No decided claims yet.")}
      />
    </div>
  );
}

function InboxClaim({ claim }: { readonly claim: Claim }) {
  const take = useOperatorStep(claim.id);
  return (
    <ClaimSheet claim={claim} side="operator">
      <ClaimStepButtons claim={claim} side="operator" take={take} />
    </ClaimSheet>
  );
}

/** Makes a code for a letter to the venue's address. */
function LetterCode() {
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <Button onClick={() => setOpen(true)}>Make a code for a letter</Button>
      {isOpen ? <LetterCodeDialog onClose={() => setOpen(false)} /> : null}
    </div>
  );
}

function LetterCodeDialog({ onClose }: { readonly onClose: () => void }) {
  const [place, setPlace] = useState("");
  const [label, setLabel] = useState("");
  const make = useMakeLetterCode();
  const errorOf = (field: string) => fieldError(make.error, field);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Code for a letter"
      description="Send it to the venue by post. It proves one claim, once. The team that has the place doesn’t see it."
    >
      {make.data === undefined ? (
        <form
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            if (!make.isPending) make.mutate({ slug: toPlaceSlug(place), label });
          }}
        >
          <TextField
            label="Link of the place"
            required
            autoComplete="off"
            spellCheck={false}
            value={place}
            onChange={(event) => setPlace(event.target.value)}
            error={errorOf("slug")}
          />
          <TextField
            label="Goes to"
            required
            maxLength={limits.shortLinkLabelCharactersMax}
            placeholder="1 Quay, Bergen"
            value={label}
            onChange={(event) => setLabel(event.target.value)}
            error={errorOf("label")}
          />
          {make.error !== null && errorOf("slug") === undefined && errorOf("label") === undefined ? (
            <Notice tone="danger">{readableError(make.error)}</Notice>
          ) : null}
          <DialogActions>
            <Button variant="quiet" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" variant="primary" busy={make.isPending}>
              Make code
            </Button>
          </DialogActions>
        </form>
      ) : (
        <ShownOnce label="Code" secret={make.data.code} onCopied={onClose}>
          <p className="pt-3">It works until {formatDate(make.data.expiresAt)} and isn’t shown again.</p>
        </ShownOnce>
      )}
    </Dialog>
  );
}
