import { ApiError } from "@blueprint/contract/api-client";
import { type FormAnswer, sendFormAnswers } from "@blueprint/contract/form-answers";
import { useMutation } from "@tanstack/react-query";
import { api } from "../../../lib/api.ts";
import type { Wording } from "../../../lib/visitor-texts/wording.ts";
import { readPass } from "../place/place-pass.ts";

/** Submits a form of a place. */
export function useSendFormAnswers(slug: string, anchorId: string, key: string | undefined) {
  return useMutation({
    mutationFn: (answers: Readonly<Record<string, FormAnswer>>) => {
      const pass = readPass(slug);
      return api(sendFormAnswers, {
        params: { slug, anchorId },
        body: { answers: { ...answers }, ...(pass === null ? {} : { pass }), ...(key === undefined ? {} : { key }) },
      });
    },
  });
}

/** Errors by question id, in the visitor's language: the server names the questions. */
export function findFieldErrors(
  error: unknown,
  answers: Readonly<Record<string, FormAnswer>>,
  { t }: Wording,
): Readonly<Record<string, string>> {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(
    Object.keys(error.fields).map((field) => {
      const id = field.replace(/^answers\./, "");
      return [id, t(answers[id] === undefined ? "form.answerNeeded" : "form.answerInvalid")];
    }),
  );
}
