import type { FormAnswer } from "@blueprint/contract/form-answers";
import { type FormEvent, useState } from "react";
import { visitorError } from "../../../lib/visitor-texts/visitor-error.ts";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import type { CardAnchor } from "./card-anchor.ts";
import { findFieldErrors, useSendFormAnswers } from "./form-answers.queries.ts";
import { FormQuestion } from "./form-question.tsx";
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
        <FormQuestion
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
