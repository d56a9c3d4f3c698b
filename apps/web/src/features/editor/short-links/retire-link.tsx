import type { BlueprintId } from "@blueprint/contract/ids";
import { limits } from "@blueprint/contract/limits";
import type { ShortLink } from "@blueprint/contract/short-links";
import { useState } from "react";
import { readableError } from "../../../lib/readable-error.ts";
import { toasts } from "../../../lib/toast.store.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { TextArea } from "../../../ui/text-area.tsx";
import { useChangeShortLink } from "./short-links.queries.ts";

/** Takes a short link out of use, with a message for people who still scan it, or puts it back. */
export function RetireLink({ blueprintId, link }: { readonly blueprintId: BlueprintId; readonly link: ShortLink }) {
  const [message, setMessage] = useState(link.retiredMessage);
  const change = useChangeShortLink(blueprintId, link.id);
  const isRetired = link.retiredAt !== null;
  const retire = () =>
    change.mutate(
      { retired: { message } },
      { onSuccess: () => toasts.add({ title: isRetired ? "Message saved" : "Short link retired" }) },
    );
  const restore = () =>
    change.mutate({ retired: null }, { onSuccess: () => toasts.add({ title: "Short link works again" }) });
  return (
    <section className="grid gap-4 border-t border-hairline pt-5">
      <div className="grid gap-1">
        <h3 className="font-strong">{isRetired ? "This link is retired" : "Retire this link"}</h3>
        <p className="text-ink-soft text-pretty">
          People who scan it read your message instead. Its code is never given to another link.
        </p>
      </div>
      <TextArea
        label="Message"
        optional
        rows={2}
        maxLength={limits.shortLinkMessageCharactersMax}
        value={message}
        hint="For example where to go instead. Anyone who scans the code can read it."
        onChange={(event) => setMessage(event.target.value)}
      />
      {change.error === null ? null : <Notice tone="danger">{readableError(change.error)}</Notice>}
      <div className="flex flex-wrap gap-2">
        <Button busy={change.isPending} onClick={retire}>
          {isRetired ? "Save message" : "Retire link"}
        </Button>
        {isRetired ? (
          <Button busy={change.isPending} onClick={restore}>
            Put back into use
          </Button>
        ) : null}
      </div>
    </section>
  );
}
