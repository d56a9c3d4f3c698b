import { useWording } from "../../../lib/visitor-texts/wording.ts";
import { Select } from "../../../ui/select.tsx";
import { nameLanguage } from "../visitor-language.ts";

/** In which language the places speak. */
export function VisitorLanguageChoice({
  offered,
  language,
  onChoose,
}: {
  /** Tags. */
  readonly offered: readonly string[];
  /** Null for the texts as they were first written. */
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
