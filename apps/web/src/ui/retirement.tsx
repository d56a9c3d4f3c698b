import { limits } from "@blueprint/contract/limits";
import type { ShortLink } from "@blueprint/contract/short-links";
import { useState } from "react";
import { readableError } from "../lib/readable-error.ts";
import { toasts } from "../lib/toast.store.ts";
import { Button } from "./button.tsx";
import { Notice } from "./notice.tsx";
import { TextArea } from "./text-area.tsx";

type Retired = { readonly message: string } | null;

/** Takes a code out of use, with a message for people who still scan it, or puts it back. */
export function Retirement({
  noun,
  link,
  change,
}: {
  /** What carries the code, such as "link". */
  readonly noun: "link" | "sign";
  readonly link: Pick<ShortLink, "retiredAt" | "retiredMessage">;
  readonly change: {
    readonly isPending: boolean;
    readonly error: Error | null;
    readonly mutate: (to: { retired: Retired }, options: { onSuccess: () => void }) => void;
  };
}) {
  const [message, setMessage] = useState(link.retiredMessage);
  const isRetired = link.retiredAt !== null;
  const name = noun === "link" ? "Short link" : "Sign";
  const save = (retired: Retired, title: string) =>
    change.mutate({ retired }, { onSuccess: () => toasts.add({ title }) });
  return (
    <section className="grid gap-4 border-t border-hairline pt-5">
      <div className="grid gap-1">
        <h3 className="font-strong">{isRetired ? `This ${noun} is retired` : `Retire this ${noun}`}</h3>
        <p className="text-ink-soft text-pretty">
          {`People who scan it read your message instead. Its code is never given to another ${noun}.`}
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
        <Button
          busy={change.isPending}
          onClick={() => save({ message }, isRetired ? "Message saved" : `${name} retired`)}
        >
          {isRetired ? "Save message" : `Retire ${noun}`}
        </Button>
        {isRetired ? (
          <Button busy={change.isPending} onClick={() => save(null, `${name} works again`)}>
            Put back into use
          </Button>
        ) : null}
      </div>
    </section>
  );
}
