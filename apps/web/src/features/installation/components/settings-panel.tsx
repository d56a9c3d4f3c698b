import { type InstallationSettingsView, installationSettingLabels } from "@blueprint/contract/installation-settings";
import { limits } from "@blueprint/contract/limits";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import { priceBookQuery } from "../../../lib/price-book.ts";
import { fieldError, hasCode, readableError } from "../../../lib/readable-error.ts";
import { toasts } from "../../../lib/toast.store.ts";
import { Button } from "../../../ui/button.tsx";
import { CheckboxList } from "../../../ui/checkbox-list.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { TextArea } from "../../../ui/text-area.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { installationSettingsQuery, useSaveSettings } from "../installation-settings.queries.ts";
import { type SettingsForm, toFieldLabel, toForm, toSettings } from "../settings-form.ts";
import { EnvironmentList } from "./environment-list.tsx";
import { MailTest } from "./mail-test.tsx";
import { PushState } from "./push-state.tsx";
import { SettingsChanges } from "./settings-changes.tsx";

/** Settings that operators change at runtime. */
export function SettingsPanel() {
  const settings = useQuery(installationSettingsQuery);
  if (settings.isPending) return <Skeleton className="h-96" />;
  if (settings.data === undefined)
    return (
      <Notice tone="danger" action={<Button onClick={() => void settings.refetch()}>Try again</Button>}>
        {readableError(settings.error)}
      </Notice>
    );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
      <Form view={settings.data} />
      <MailTest mailGoesTo={settings.data.mailGoesTo} />
      <PushState contact={settings.data.pushContact} />
      <EnvironmentList environment={settings.data.environment} />
      <SettingsChanges changes={settings.data.changes} />
    </div>
  );
}

const ways = ["takesAccessRequests", "allowsGoogle"] as const;
type Way = (typeof ways)[number];

function Form({ view }: { readonly view: InstallationSettingsView }) {
  // Only the fields edited here: the others keep showing what anyone else saves.
  const [typed, setTyped] = useState<Partial<SettingsForm>>({});
  const [missed, setMissed] = useState<InstallationSettingsView["changes"]>([]);
  const prices = useQuery(priceBookQuery);
  const save = useSaveSettings();
  const form = { ...toForm(view.settings), ...typed };
  const isSet = (name: string) => view.environment.some((variable) => variable.name === name && variable.isSet);
  const hasGoogle = isSet("GOOGLE_CLIENT_ID") && isSet("GOOGLE_CLIENT_SECRET");
  const hasCards = isSet("STRIPE_SECRET_KEY") && isSet("STRIPE_WEBHOOK_SECRET");

  const isConflict = hasCode(save.error, "conflict");
  const theirs = isConflict ? view.changes.filter(({ id }) => !missed.some((known) => known.id === id)) : [];
  const set = (change: Partial<SettingsForm>) => setTyped({ ...typed, ...change });
  const field = (name: keyof SettingsForm, path: string = name) => ({
    name,
    value: String(form[name]),
    onChange: (event: { target: { value: string } }) => set({ [name]: event.target.value }),
    error: fieldError(save.error, `settings.${path}`),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissed(view.changes);
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
  const hasFieldErrors = hasCode(save.error, "invalid-input");
  return (
    <form onSubmit={submit} className="grid gap-8" noValidate aria-label="Settings of this installation">
      <Group title="Who runs it" text="Shown in emails, on the sign-in and help pages, and in the privacy policy.">
        <TextField
          label={installationSettingLabels.name}
          optional
          hint="Such as “Harbour Museums”. Emails are sent under this name."
          maxLength={limits.installationNameCharactersMax}
          {...field("name")}
        />
        <TextField
          label={installationSettingLabels.supportEmail}
          optional
          type="email"
          inputMode="email"
          hint="Replies to emails go here, and people see it when something fails."
          {...field("supportEmail")}
        />
        <TextArea
          label={installationSettingLabels.announcement}
          optional
          hint="Everyone who is signed in or signing in sees it until you clear it."
          maxLength={limits.announcementCharactersMax}
          {...field("announcement")}
        />
      </Group>
      <Group title="Access">
        <CheckboxList<Way>
          label="Sign-in options"
          options={[
            {
              value: "takesAccessRequests",
              label: installationSettingLabels.takesAccessRequests,
              text: "People without an invitation can ask for one. Earlier requests stay in your list.",
            },
            {
              value: "allowsGoogle",
              label: installationSettingLabels.allowsGoogle,
              text: hasGoogle
                ? "If you turn this off, people who only use Google set a password by email. No one is signed out."
                : "Requires GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET, which aren't set.",
            },
          ]}
          chosen={ways.filter((way) => form[way])}
          onChange={(chosen) =>
            set({
              takesAccessRequests: chosen.includes("takesAccessRequests"),
              allowsGoogle: chosen.includes("allowsGoogle"),
            })
          }
        />
        <TextField
          label={installationSettingLabels.invitationValidDays}
          inputMode="numeric"
          hint="For links sent from now on. 1 to 90."
          className="max-w-60"
          {...field("invitationValidDays")}
        />
      </Group>
      <Group
        title="Plans and invoices"
        text={
          hasCards
            ? "Card payment is set up, so no new invoices are created."
            : "Invoices keep the details that were set when they were created."
        }
      >
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label={installationSettingLabels.trialDays}
            optional
            inputMode="numeric"
            hint={`Leave empty for the price book's value. 0 turns trials off.${
              prices.data === undefined || view.settings.trialDays !== null
                ? ""
                : ` The price book says ${prices.data.book.trial.days}.`
            }`}
            {...field("trialDays")}
          />
          <TextField
            label={installationSettingLabels.invoiceDueDays}
            inputMode="numeric"
            hint="From 1 to 90."
            {...field("invoiceDueDays")}
          />
          <TextField
            label={installationSettingLabels["invoiceIssuer.name"]}
            optional
            maxLength={limits.issuerNameCharactersMax}
            {...field("issuerName", "invoiceIssuer.name")}
          />
          <TextField
            label={installationSettingLabels["invoiceIssuer.taxId"]}
            optional
            maxLength={limits.issuerTaxIdCharactersMax}
            {...field("issuerTaxId", "invoiceIssuer.taxId")}
          />
        </div>
        <TextArea
          label={installationSettingLabels["invoiceIssuer.address"]}
          optional
          maxLength={limits.issuerAddressCharactersMax}
          {...field("issuerAddress", "invoiceIssuer.address")}
        />
        <TextArea
          label={installationSettingLabels["invoiceIssuer.paymentInstructions"]}
          optional
          hint="Such as an account number. Shown below the total."
          maxLength={limits.paymentInstructionsCharactersMax}
          {...field("paymentInstructions", "invoiceIssuer.paymentInstructions")}
        />
      </Group>
      {isConflict ? (
        <Notice tone="danger" title="Someone else just saved other settings">
          {theirs.map(({ id, actorName, fields }) => (
            <p key={id}>
              {actorName} changed {fields.map(({ name }) => toFieldLabel(name)).join(", ")}.
            </p>
          ))}
          <p>Their changes are kept, and yours are still here. Review, then save again.</p>
        </Notice>
      ) : save.error ? (
        <Notice tone="danger">
          {hasFieldErrors ? "Some fields need fixing, see above. Nothing was saved." : readableError(save.error)}
        </Notice>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={save.isPending}>
          Save settings
        </Button>
        {Object.keys(typed).length === 0 ? null : (
          <Button
            variant="quiet"
            onClick={() => {
              setTyped({});
              save.reset();
            }}
          >
            Discard changes
          </Button>
        )}
      </div>
    </form>
  );
}

function Group({
  title,
  text,
  children,
}: {
  readonly title: string;
  readonly text?: string;
  readonly children: ReactNode;
}) {
  return (
    <section className="grid gap-3">
      <div className="grid gap-0.5">
        <h3 className="text-lead font-strong">{title}</h3>
        {text === undefined ? null : <p className="text-ink-soft text-pretty">{text}</p>}
      </div>
      <div className="grid gap-5 border border-line bg-sheet px-4 py-5">{children}</div>
    </section>
  );
}
