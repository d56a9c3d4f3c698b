import type { InstallationPerson } from "@blueprint/contract/installation";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatAmount, formatDate, formatDateTime } from "../../../lib/format.ts";
import { readableError } from "../../../lib/readable-error.ts";
import { useMe } from "../../../lib/session.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { peopleQuery, useDisableAccount } from "../installation.queries.ts";
import { SearchedList } from "./searched-list.tsx";

/** Everyone with an account. */
export function PeoplePanel() {
  const [search, setSearch] = useState("");
  return (
    <SearchedList
      label="Name or address"
      onSearch={setSearch}
      list={useInfiniteQuery(peopleQuery(search))}
      toItems={(page) => page.people}
      toKey={({ userId }) => userId}
      toTotal={(total) => formatAmount(total, "person", "people")}
      renderItem={(person) => <PersonRow person={person} />}
      nothing="No matching people."
    />
  );
}

function PersonRow({ person }: { readonly person: InstallationPerson }) {
  const { profile } = useMe();
  const [isAsking, setAsking] = useState(false);
  const change = useDisableAccount();
  const isDisabled = person.disabledAt !== null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-4 py-3">
      <div className="grid min-w-0 gap-0.5">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="font-strong break-words">{person.name}</h3>
          {person.isOperator ? <Badge tone="accent">Operator</Badge> : null}
          {isDisabled ? <Badge tone="danger">Disabled</Badge> : null}
        </div>
        <p className="wrap-anywhere text-ink-soft">{person.email}</p>
        <p className="text-caption text-ink-soft">
          Since {formatDate(person.createdAt)} · in {formatAmount(person.teamCount, "team")} ·{" "}
          {person.lastLoginAt === null ? "never signed in" : `last signed in ${formatDateTime(person.lastLoginAt)}`}
        </p>
        {change.error ? <Notice tone="danger">{readableError(change.error)}</Notice> : null}
      </div>
      {person.userId === profile.uid ? null : isDisabled ? (
        <Button
          size="small"
          aria-label={`Enable ${person.name}`}
          busy={change.isPending}
          onClick={() => change.mutate({ userId: person.userId, disabled: false })}
        >
          Enable
        </Button>
      ) : (
        <Button size="small" aria-label={`Disable ${person.name}`} onClick={() => setAsking(true)}>
          Disable…
        </Button>
      )}
      <Dialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Disable ${person.name}?`}
        description="They're signed out everywhere right away and can't sign in until you enable the account again. Their API keys stop working. Everything they created stays."
      >
        <DialogActions>
          <Button variant="quiet" onClick={() => setAsking(false)}>
            Cancel
          </Button>
          <Button
            variant="danger"
            busy={change.isPending}
            onClick={() =>
              change.mutate({ userId: person.userId, disabled: true }, { onSettled: () => setAsking(false) })
            }
          >
            Disable account
          </Button>
        </DialogActions>
      </Dialog>
    </div>
  );
}
