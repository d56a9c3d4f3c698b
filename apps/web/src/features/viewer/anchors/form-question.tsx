import type { FormAnswer } from "@blueprint/contract/form-answers";
import type { PublishedQuestion } from "@blueprint/contract/published-content";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import { Select } from "../../../ui/select.tsx";
import { TextArea } from "../../../ui/text-area.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { FormChoices } from "./form-choices.tsx";

interface QuestionProps {
  readonly question: PublishedQuestion;
  readonly answer: FormAnswer | undefined;
  readonly error: string | undefined;
  readonly onAnswer: (answer: FormAnswer | undefined) => void;
}

/** One question of a form, with the field that its kind of answer needs. */
export function FormQuestion({ question, answer, error, onAnswer }: QuestionProps) {
  const { t } = useWording();
  const { label, kind, isRequired, options } = question;
  const common = { label, error, optional: !isRequired };
  const text = typeof answer === "string" || typeof answer === "number" ? String(answer) : "";
  const typed = (value: string) => onAnswer(value === "" ? undefined : value);
  const typedNumber = (value: string) => onAnswer(value === "" ? undefined : Number(value));
  switch (kind) {
    case "short-text":
      return <TextField {...common} maxLength={500} value={text} onChange={(event) => typed(event.target.value)} />;
    case "long-text":
      return (
        <TextArea {...common} rows={3} maxLength={5_000} value={text} onChange={(event) => typed(event.target.value)} />
      );
    case "email":
      return (
        <TextField
          {...common}
          type="email"
          autoComplete="email"
          value={text}
          onChange={(event) => typed(event.target.value)}
        />
      );
    case "number":
      return (
        <TextField
          {...common}
          type="number"
          step="any"
          value={text}
          onChange={(event) => typedNumber(event.target.value)}
        />
      );
    case "choice":
      return (
        <Select
          {...common}
          value={text}
          options={[
            { value: "", label: t("form.choose") },
            ...options.map((option) => ({ value: option, label: option })),
          ]}
          onChange={(event) => typed(event.target.value)}
        />
      );
    case "rating":
      return (
        <FormChoices
          {...common}
          type="radio"
          options={["1", "2", "3", "4", "5"]}
          chosen={text === "" ? [] : [text]}
          onChoose={([value]) => typedNumber(value ?? "")}
        />
      );
    case "yes-no":
      return (
        <FormChoices
          {...common}
          type="radio"
          options={[t("form.yes"), t("form.no")]}
          chosen={typeof answer === "boolean" ? [t(answer ? "form.yes" : "form.no")] : []}
          onChoose={([value]) => onAnswer(value === undefined ? undefined : value === t("form.yes"))}
        />
      );
    case "choices":
      return (
        <FormChoices
          {...common}
          type="checkbox"
          options={options}
          chosen={Array.isArray(answer) ? answer : []}
          onChoose={(values) => onAnswer(values.length === 0 ? undefined : [...values])}
        />
      );
  }
}
