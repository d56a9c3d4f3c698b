import { type ApiScope, apiScopes } from "@blueprint/contract/api-scopes";
import { limits } from "@blueprint/contract/limits";
import { type FormEvent, useState } from "react";
import { useCurrentTeam } from "../../../lib/current-team.ts";
import { fieldError, readableError } from "../../../lib/readable-error.ts";
import { Button } from "../../../ui/button.tsx";
import { CheckboxList } from "../../../ui/checkbox-list.tsx";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Select } from "../../../ui/select.tsx";
import { ShownOnce } from "../../../ui/shown-once.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { useCreateApiKey } from "../api-keys.queries.ts";
import { scopeWords } from "../scope-words.ts";

const lifetimes = [
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "One year" },
  { value: "", label: "Until revoked" },
] as const;

/** Asks what the key is for, then shows it once. */
export function NewApiKeyDialog({
  open,
  onOpenChange,
}: {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}) {
  const [token, setToken] = useState<string | null>(null);
  const change = (isOpen: boolean) => {
    onOpenChange(isOpen);
    if (!isOpen) setToken(null);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title={token === null ? "New API key" : "Copy the key now"}
      description={
        token === null
          ? "It acts on your behalf in this team, with the permissions you choose."
          : "You won't see it again. Anyone with the key can use it, so keep it like a password."
      }
    >
      {token === null ? (
        <KeyForm onMade={setToken} onCancel={() => change(false)} />
      ) : (
        <ShownOnce label="API key" secret={token} onCopied={() => change(false)}>
          <p className="mt-3 text-ink-soft">
            Programs send it with every request as{" "}
            <code className="font-mono text-caption">Authorization: Bearer bp_…</code>
          </p>
        </ShownOnce>
      )}
    </Dialog>
  );
}

function KeyForm({ onMade, onCancel }: { readonly onMade: (token: string) => void; readonly onCancel: () => void }) {
  const team = useCurrentTeam();
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<readonly ApiScope[]>(["read"]);
  const [validDays, setValidDays] = useState<string>("365");
  const create = useCreateApiKey(team.teamId);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate(
      { name, scopes: [...scopes], ...(validDays === "" ? {} : { validDays: Number(validDays) }) },
      { onSuccess: ({ token }) => onMade(token) },
    );
  };
  const nameError = fieldError(create.error, "name");
  const scopesError = fieldError(create.error, "scopes");
  return (
    <form onSubmit={submit} className="grid gap-4">
      {create.error && nameError === undefined && scopesError === undefined ? (
        <Notice tone="danger">{readableError(create.error)}</Notice>
      ) : null}
      <TextField
        label="Name"
        hint="What it's for, so you recognise it later."
        required
        maxLength={limits.apiKeyNameCharactersMax}
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={nameError}
      />
      <CheckboxList
        label="Permissions"
        options={apiScopes.map((value) => ({ value, ...scopeWords[value] }))}
        chosen={scopes}
        onChange={setScopes}
        error={scopesError}
      />
      <Select
        label="Valid"
        options={lifetimes}
        value={validDays}
        onChange={(event) => setValidDays(event.target.value)}
      />
      <DialogActions>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" busy={create.isPending}>
          Create key
        </Button>
      </DialogActions>
    </form>
  );
}
