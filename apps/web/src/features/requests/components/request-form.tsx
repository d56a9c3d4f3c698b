import { limits } from "@blueprint/contract/limits";
import type { NewRequest } from "@blueprint/contract/requests";
import { type FormEvent, type ReactNode, useState } from "react";
import { fieldError, readableError } from "../../../lib/readable-error.ts";
import { useSession } from "../../../lib/session.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { useSendRequest } from "../requests.queries.ts";

export interface Sender {
  readonly name: string;
  readonly email: string;
}

/** Frame of every request form: its fields, the sender, the button and the outcome. */
export function RequestForm({
  toRequest,
  submitLabel,
  sentTitle,
  sentText,
  onAgain,
  children,
}: {
  readonly toRequest: (sender: Sender) => NewRequest;
  readonly submitLabel: string;
  readonly sentTitle: string;
  readonly sentText: string;
  /** Clears the fields for another request. */
  readonly onAgain: () => void;
  /** Fields of this kind of request; `errorOf` returns the server's error for a field. */
  readonly children: (errorOf: (field: string) => string | undefined) => ReactNode;
}) {
  const session = useSession();
  const profile = session.status === "signed-in" ? session.me.profile : null;
  // Prefilled from the account until the user types.
  const [typed, setTyped] = useState<Partial<Sender>>({});
  const sender = { name: typed.name ?? profile?.name ?? "", email: typed.email ?? profile?.email ?? "" };
  const send = useSendRequest();

  if (send.isSuccess)
    return (
      <div className="max-w-xl">
        <Notice
          tone="good"
          title={sentTitle}
          action={
            <Button
              onClick={() => {
                send.reset();
                onAgain();
              }}
            >
              Send another
            </Button>
          }
        >
          {sentText} The answer goes to {sender.email}.
        </Notice>
      </div>
    );

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!send.isPending) send.mutate(toRequest(sender));
  };
  const errorOf = (field: string) => fieldError(send.error, field);
  return (
    <form onSubmit={submit} className="grid max-w-xl gap-5">
      {children((field) => errorOf(`payload.${field}`))}
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="Your name"
          name="name"
          autoComplete="name"
          required
          maxLength={limits.personNameCharactersMax}
          value={sender.name}
          onChange={(event) => setTyped({ ...typed, name: event.target.value })}
          error={errorOf("name")}
        />
        <TextField
          label="Your email"
          type="email"
          name="email"
          autoComplete="email"
          required
          value={sender.email}
          onChange={(event) => setTyped({ ...typed, email: event.target.value })}
          error={errorOf("email")}
        />
      </div>
      {send.error ? <Notice tone="danger">{readableError(send.error)}</Notice> : null}
      <div>
        <Button type="submit" variant="primary" busy={send.isPending}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
