import { useWording } from "../../../lib/visitor-texts/wording.ts";
import { Select } from "../../../ui/select.tsx";
import { nameLanguage } from "./visitor-language.ts";

/** Chooses the language of the place's content. */
export function VisitorLanguageChoice({
  offered,
  language,
  onChoose,
}: {
  /** Language tags. */
  readonly offered: readonly string[];
  /** Null for the original texts. */
  readonly language: string | null;
  readonly onChoose: (language: string | null) => void;
}) {
  const { t } = useWording();
  return (
    <Select
      compact
      label={t("page.language")}
      className="w-36 bg-sheet"
      value={language ?? ""}
      options={[
        { value: "", label: t("page.original") },
        ...offered.map((tag) => ({ value: tag, label: nameLanguage(tag) })),
      ]}
      onChange={({ target: { value } }) => onChoose(value === "" ? null : value)}
    />
  );
}
