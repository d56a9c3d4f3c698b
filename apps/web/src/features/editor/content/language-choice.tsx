import type { Anchor } from "@blueprint/scene/anchor";
import { Select } from "../../../ui/select.tsx";

const offered = ["ar", "de", "es", "fr", "it", "ja", "ko", "nl", "pl", "pt", "sv", "tr", "uk", "zh"];

/** Picks the language of an anchor to edit. */
export function LanguageChoice({
  anchor,
  language,
  onChoose,
}: {
  readonly anchor: Anchor;
  /** Null for the original language. */
  readonly language: string | null;
  readonly onChoose: (language: string | null) => void;
}) {
  const known = Object.keys(anchor.translations);
  const names = new Intl.DisplayNames("en", { type: "language" });
  const all = [...new Set([...known, ...(language === null ? [] : [language]), ...offered])];
  return (
    <Select
      label="Language"
      value={language ?? ""}
      options={[
        { value: "", label: "Original" },
        ...all.map((tag) => ({ value: tag, label: `${names.of(tag) ?? tag}${known.includes(tag) ? "" : " (add)"}` })),
      ]}
      onChange={({ target: { value } }) => onChoose(value === "" ? null : value)}
    />
  );
}
