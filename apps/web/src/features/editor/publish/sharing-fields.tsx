import type { Blueprint } from "@blueprint/contract/blueprints";
import { placePasswordCharactersMin } from "@blueprint/contract/sharing";
import { Globe, KeyRound, Link2, Lock, Users } from "lucide-react";
import { RadioCards } from "../../../ui/radio-cards.tsx";
import { TextArea } from "../../../ui/text-area.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { isForVisitors, type SharingDraft } from "./sharing-draft.ts";

const choices = [
  {
    value: "private",
    label: "Private",
    text: "Only team members who can edit it, signed in.",
    icon: Lock,
  },
  { value: "team", label: "Team", text: "Every team member who can view it, signed in.", icon: Users },
  { value: "unlisted", label: "Unlisted", text: "Anyone with the link. It isn't listed anywhere.", icon: Link2 },
  { value: "password", label: "Password", text: "Anyone with the link and the password.", icon: KeyRound },
  { value: "public", label: "Public", text: "Anyone. It's listed in Discover.", icon: Globe },
] as const;

/** Who may open the place, until when, and where embedding is allowed. */
export function SharingFields({
  blueprint,
  draft,
  errors,
  onChange,
}: {
  readonly blueprint: Blueprint;
  readonly draft: SharingDraft;
  readonly errors: Readonly<Record<string, string>>;
  readonly onChange: (draft: SharingDraft) => void;
}) {
  const originError = Object.entries(errors).find(([field]) => field.startsWith("embedOrigins"))?.[1];
  return (
    <div className="grid gap-4">
      <RadioCards
        label="Who can open it"
        options={choices}
        value={draft.visibility}
        onChange={(visibility) => onChange({ ...draft, visibility })}
      />
      {draft.visibility === "password" ? (
        <TextField
          label={blueprint.hasPassword ? "New password" : "Password"}
          optional={blueprint.hasPassword}
          autoComplete="off"
          minLength={placePasswordCharactersMin}
          maxLength={128}
          value={draft.password}
          error={errors.password}
          hint={
            blueprint.hasPassword
              ? "Leave empty to keep the current one. A new password locks out everyone who used the old one."
              : "Visitors enter it before they see anything. It's stored hashed, so you can't look it up later."
          }
          onChange={(event) => onChange({ ...draft, password: event.target.value })}
        />
      ) : null}
      <details className="rounded-sharp border border-line">
        <summary className="cursor-pointer px-3 py-2">
          Expiry and embedding
          <span className="ml-2 text-caption text-ink-soft">
            {[draft.expiresAt === "" ? "" : "expires", draft.embedOrigins.trim() === "" ? "" : "embedding allowed"]
              .filter((part) => part !== "")
              .join(", ")}
          </span>
        </summary>
        <div className="grid gap-4 border-t border-hairline p-3">
          {isForVisitors(draft) ? null : (
            <p className="text-ink-soft text-pretty">
              Places that require sign-in can't be embedded: visitors aren't signed in on other sites.
            </p>
          )}
          <TextField
            label="Open until"
            optional
            type="datetime-local"
            value={draft.expiresAt}
            error={errors.expiresAt}
            hint="In your time zone. After that, the link says the place is closed; every version is kept."
            onChange={(event) => onChange({ ...draft, expiresAt: event.target.value })}
          />
          <TextArea
            label="Sites that can embed it"
            optional
            rows={2}
            placeholder="https://www.example.org"
            value={draft.embedOrigins}
            error={originError}
            hint="One per line. No other site can embed the place."
            onChange={(event) => onChange({ ...draft, embedOrigins: event.target.value })}
          />
          {blueprint.embedOrigins.length > 0 && blueprint.publishedVersion !== null && isForVisitors(draft) ? (
            <p className="text-ink-soft text-pretty">The embed code is under “Link, QR code and embedding”.</p>
          ) : null}
        </div>
      </details>
    </div>
  );
}
