import type { FormAnswer } from "@blueprint/contract/form-answers";
import type { PublishedQuestion } from "@blueprint/contract/published-content";
import { type FormEvent, useId, useState } from "react";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Select } from "../../../ui/select.tsx";
import { TextArea } from "../../../ui/text-area.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { visitorError } from "../place/visitor-error.ts";
import type { CardAnchor } from "./card-anchor.ts";
import { findFieldErrors, useSendFormAnswers } from "./form-answers.queries.ts";
import { usePlaceAccess } from "./place-access.ts";

/** A form for visitors at this anchor. Keeps the typed answers until they are sent. */
export function AnchorForm({ anchor }: { readonly anchor: CardAnchor }) {
  const wording = useWording();
  const { t } = wording;
  const { slug, key } = usePlaceAccess();
  const { questions = [], submitLabel = t("form.send"), thanks } = anchor;
  const [answers, setAnswers] = useState<Readonly<Record<string, FormAnswer>>>({});
  const send = useSendFormAnswers(slug ?? "", anchor.id, key);
  if (questions.length === 0) return <p className="text-ink-soft">{t("form.empty")}</p>;
  if (send.isSuccess)
    return (
      <Notice tone="good" title={t("form.sent")}>
        {thanks ?? t("form.thanks")}
      </Notice>
    );
  const errors = findFieldErrors(send.error, answers, wording);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (slug !== null) send.mutate(answers);
  };
  return (
    <form onSubmit={onSubmit} noValidate aria-label={anchor.title || t("form.label")} className="grid gap-3.5">
      {questions.map((question) => (
        <Question
          key={question.id}
          question={question}
          answer={answers[question.id]}
          error={errors[question.id]}
          onAnswer={(answer) => {
            // Errors of the previous submission don't apply to changed answers.
            if (send.isError) send.reset();
            setAnswers((before) => {
              const { [question.id]: _, ...others } = before;
              return answer === undefined ? others : { ...others, [question.id]: answer };
            });
          }}
        />
      ))}
      {send.error !== null && Object.keys(errors).length === 0 ? (
        <Notice tone="danger">
          {visitorError(send.error, wording)} {t("form.kept")}
        </Notice>
      ) : null}
      <p className="text-caption text-ink-soft">{t("form.goesTo")}</p>
      <Button
        type="submit"
        variant="primary"
        busy={send.isPending}
        disabled={slug === null}
        className="justify-self-start"
      >
        {submitLabel}
      </Button>
    </form>
  );
}

interface QuestionProps {
  readonly question: PublishedQuestion;
  readonly answer: FormAnswer | undefined;
  readonly error: string | undefined;
  readonly onAnswer: (answer: FormAnswer | undefined) => void;
}

function Question({ question, answer, error, onAnswer }: QuestionProps) {
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
        <Choices
          {...common}
          type="radio"
          options={["1", "2", "3", "4", "5"]}
          chosen={text === "" ? [] : [text]}
          onChoose={([value]) => typedNumber(value ?? "")}
        />
      );
    case "yes-no":
      return (
        <Choices
          {...common}
          type="radio"
          options={[t("form.yes"), t("form.no")]}
          chosen={typeof answer === "boolean" ? [t(answer ? "form.yes" : "form.no")] : []}
          onChoose={([value]) => onAnswer(value === undefined ? undefined : value === t("form.yes"))}
        />
      );
    case "choices":
      return (
        <Choices
          {...common}
          type="checkbox"
          options={options}
          chosen={Array.isArray(answer) ? answer : []}
          onChoose={(values) => onAnswer(values.length === 0 ? undefined : [...values])}
        />
      );
  }
}

function Choices({
  label,
  error,
  optional,
  type,
  options,
  chosen,
  onChoose,
}: {
  readonly label: string;
  readonly error: string | undefined;
  readonly optional: boolean;
  readonly type: "radio" | "checkbox";
  readonly options: readonly string[];
  readonly chosen: readonly string[];
  readonly onChoose: (chosen: readonly string[]) => void;
}) {
  const { t } = useWording();
  const name = useId();
  return (
    <fieldset className="grid gap-1.5" aria-describedby={error === undefined ? undefined : `${name}-error`}>
      <legend className="mb-1.5 font-strong">
        {label}
        {optional ? <span className="ml-1.5 text-caption font-regular text-ink-soft">{t("ui.optional")}</span> : null}
      </legend>
      <div className="flex flex-wrap gap-x-5 gap-y-1.5">
        {options.map((option) => (
          <label key={option} className="flex min-h-6 items-center gap-2 pointer-coarse:min-h-11">
            <input
              type={type}
              name={name}
              checked={chosen.includes(option)}
              onChange={(event) =>
                onChoose(
                  type === "radio"
                    ? [option]
                    : options.filter((known) => (known === option ? event.target.checked : chosen.includes(known))),
                )
              }
              className="size-4 accent-accent"
            />
            {option}
          </label>
        ))}
      </div>
      {error === undefined ? null : (
        <p id={`${name}-error`} role="alert" className="text-caption font-strong text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}
