import { guideLanguages, parseGuideLanguages } from "@blueprint/contract/guide";
import { X } from "lucide-react";
import { toasts } from "../../../lib/toast.store.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Select } from "../../../ui/select.tsx";

export interface VoiceAndLanguagesProps {
  /** Name of the draft's voice; empty for the installation's. */
  readonly voice: string;
  /** BCP 47 tags, a line each; empty for any language. */
  readonly languages: string;
  /** Null for people who may only look. */
  readonly onSave: ((change: { guideVoice: string } | { guideLanguages: string }) => void) | null;
}

const languageNames = new Intl.DisplayNames(["en"], { type: "language" });
const nameLanguage = (tag: string) => languageNames.of(tag) ?? tag;

/** Which voice the guide speaks with, and which languages it answers in. */
export function VoiceAndLanguages({
  voice,
  languages,
  onSave,
  voices,
}: VoiceAndLanguagesProps & {
  /** What the installation offers, its own first; empty if the guide takes no spoken questions. */
  readonly voices: readonly string[];
}) {
  const chosen = parseGuideLanguages(languages);
  const save = (change: Parameters<NonNullable<typeof onSave>>[0]) => {
    onSave?.(change);
    toasts.add({ title: "Saved in the draft. Publish to use it." });
  };
  const saveLanguages = (tags: readonly string[]) => save({ guideLanguages: tags.join("\n") });
  const isLocked = onSave === null;
  return (
    <section aria-labelledby="voice-and-languages" className="grid content-start gap-4">
      <h2 id="voice-and-languages" className="text-lead font-strong">
        Voice and languages
      </h2>
      {voices.length === 0 ? null : (
        <Select
          label="Voice"
          className="sm:max-w-xs"
          disabled={isLocked}
          value={voices.includes(voice) ? voice : ""}
          options={[
            { value: "", label: `This installation's (${voices[0]})` },
            ...voices.slice(1).map((name) => ({ value: name, label: name })),
          ]}
          onChange={(event) => save({ guideVoice: event.target.value })}
        />
      )}
      <div className="grid gap-2">
        <h3 id="guide-languages" className="font-strong">
          Languages
        </h3>
        <p className="text-caption text-pretty text-ink-soft">
          {chosen.length === 0
            ? "The guide answers in the language of the question."
            : chosen.length === 1
              ? `The guide answers in ${nameLanguage(chosen[0]!)} only.`
              : `The guide answers questions in other languages in ${nameLanguage(chosen[0]!)}.`}
        </p>
        {chosen.length === 0 ? null : (
          <ul aria-labelledby="guide-languages" className="flex flex-wrap gap-2">
            {chosen.map((tag) => (
              <li key={tag} className="flex items-center gap-1 rounded-sharp border border-line pl-2.5">
                {nameLanguage(tag)}
                {isLocked ? null : (
                  <IconButton
                    label={`Remove ${nameLanguage(tag)}`}
                    icon={X}
                    size="small"
                    onClick={() => saveLanguages(chosen.filter((one) => one !== tag))}
                  />
                )}
              </li>
            ))}
          </ul>
        )}
        {isLocked ? null : (
          <Select
            label="Add a language"
            compact
            className="sm:max-w-xs"
            value=""
            options={[
              { value: "", label: "Add a language…" },
              ...guideLanguages
                .filter((tag) => !chosen.includes(tag))
                .map((tag) => ({ value: tag, label: nameLanguage(tag) }))
                .sort((one, other) => one.label.localeCompare(other.label, "en")),
            ]}
            onChange={(event) => saveLanguages([...chosen, event.target.value])}
          />
        )}
      </div>
    </section>
  );
}
