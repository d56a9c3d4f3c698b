import type { InstallationChange, InstallationSettingsView } from "@blueprint/contract/installation-settings";
import { type FormEvent, useState } from "react";
import { fieldError, hasCode } from "../../lib/readable-error.ts";
import { toasts } from "../../lib/toast.store.ts";
import { useSaveSettings } from "./installation-settings.queries.ts";
import { listUnseen, type SettingsForm, toForm, toSettings } from "./settings-form.ts";

/** Properties of the text field that edits a setting. The path is that of the request, if it differs from the name. */
export type SettingsField = (
  name: keyof SettingsForm,
  path?: string,
) => {
  readonly name: string;
  readonly value: string;
  readonly onChange: (event: { target: { value: string } }) => void;
  readonly error: string | undefined;
};

/** Edits of the installation's settings until they are saved or discarded. */
export function useSettingsEdit(view: InstallationSettingsView) {
  // Only the fields edited here: the others keep showing what anyone else saves.
  const [typed, setTyped] = useState<Partial<SettingsForm>>({});
  const [seen, setSeen] = useState<readonly InstallationChange[]>([]);
  const save = useSaveSettings();
  const form = { ...toForm(view.settings), ...typed };
  const set = (change: Partial<SettingsForm>) => setTyped({ ...typed, ...change });
  const field: SettingsField = (name, path = name) => ({
    name,
    value: String(form[name]),
    onChange: (event) => set({ [name]: event.target.value }),
    error: fieldError(save.error, `settings.${path}`),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSeen(view.changes);
    save.mutate(
      { basedOnVersion: view.version, settings: toSettings(form) },
      {
        onSuccess: () => {
          setTyped({});
          toasts.add({ title: "Settings saved", description: "They apply from now on." });
        },
      },
    );
  };
  const discard = () => {
    setTyped({});
    save.reset();
  };
  return {
    form,
    set,
    field,
    submit,
    discard,
    isEdited: Object.keys(typed).length > 0,
    isBusy: save.isPending,
    error: save.error,
    /** What others saved in the meantime, after a conflict. */
    theirs: hasCode(save.error, "conflict") ? listUnseen(view.changes, seen) : [],
  };
}
