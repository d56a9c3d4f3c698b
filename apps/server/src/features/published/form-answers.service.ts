import type { FormAnswer, FormResponse } from "@blueprint/contract/form-answers";
import type { BlueprintId, TeamId } from "@blueprint/contract/ids";
import { limits } from "@blueprint/contract/limits";
import type { PublishedQuestion } from "@blueprint/contract/published-content";
import { emailSchema } from "@blueprint/contract/text";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import { recordEvent } from "../../platform/events/record-event.ts";
import type { BlueprintScope } from "../../platform/http/scope.ts";
import { readPageCursor, toPage } from "../../platform/page-cursor.ts";
import {
  countResponses,
  type FormResponseRow,
  insertResponse,
  listResponses,
  lockAndCountResponses,
} from "./form-answers.repository.ts";
import { type PlaceAsker, requireOpenPlace } from "./published.service.ts";

const responsesPerPage = 100;

/**
 * Stores the answers to a form of the published version.
 * @throws AppError blueprint-not-published, blueprint-password-needed, not-found (no such form), invalid-input,
 * form-full
 */
export async function recordFormAnswers(
  context: AppContext,
  slug: string,
  anchorId: string,
  answers: Record<string, FormAnswer>,
  asker: PlaceAsker,
): Promise<string> {
  const { blueprint, version } = await requireOpenPlace(context, slug, asker);
  const anchor = version.scene.anchors.find(({ id }) => id === anchorId);
  const form = anchor?.content;
  if (anchor === undefined || form?.type !== "form") throw new AppError("not-found");
  const kept = requireAnswers(form.questions, answers);
  const id = context.ids.uuid();
  const { blueprintId, number } = version;
  const sentAt = context.clock.now();
  await context.db.transaction(async (tx) => {
    const sent = await lockAndCountResponses(tx, blueprintId as BlueprintId, anchorId);
    if (sent >= limits.answersPerFormMax) throw new AppError("form-full");
    await insertResponse(tx, { id, blueprintId, anchorId, version: number, answers: kept, sentAt });
    await recordEvent(tx, context, {
      actor: null,
      teamId: blueprint.teamId as TeamId,
      type: "form.answered",
      subject: { id: blueprintId, name: blueprint.name },
      facts: { anchorId, anchorTitle: anchor.title, responseId: id },
    });
  });
  return id;
}

export async function listFormResponses(
  context: AppContext,
  scope: BlueprintScope,
  anchorId: string,
  cursor: string | undefined,
): Promise<{ responses: FormResponse[]; nextCursor: string | null; total: number }> {
  const form = { blueprintId: scope.blueprintId, anchorId };
  const position = cursor === undefined ? null : readPageCursor(cursor);
  const rows = await listResponses(context.db, scope, form, position, responsesPerPage + 1);
  const { shown, nextCursor } = toPage(rows, responsesPerPage, ({ sentAt, id }) => ({ at: sentAt, id }));
  return { responses: shown.map(toResponse), nextCursor, total: await countResponses(context.db, scope, form) };
}

/** Checks answers against the questions; refuses answers to unknown questions. @throws AppError invalid-input */
export function requireAnswers(
  questions: readonly PublishedQuestion[],
  given: Readonly<Record<string, FormAnswer>>,
): FormResponse["answers"] {
  const fields: Record<string, string> = {};
  const kept: FormResponse["answers"] = {};
  for (const id of Object.keys(given)) {
    if (!questions.some((question) => question.id === id))
      fields[`answers.${id}`] = "This form doesn't have that question.";
  }
  for (const question of questions) {
    const answer = Object.hasOwn(given, question.id) ? given[question.id] : undefined;
    if (answer === undefined || isEmpty(answer)) {
      if (question.isRequired) fields[`answers.${question.id}`] = "Answer this question.";
      continue;
    }
    const problem = findAnswerProblem(question, answer);
    if (problem === null) kept[question.id] = { label: question.label, answer };
    else fields[`answers.${question.id}`] = problem;
  }
  if (Object.keys(fields).length > 0) throw new AppError("invalid-input", { fields });
  return kept;
}

function isEmpty(answer: FormAnswer): boolean {
  return answer === "" || (Array.isArray(answer) && answer.length === 0);
}

const shortTextCharactersMax = 500;

function findAnswerProblem({ kind, options }: PublishedQuestion, answer: FormAnswer): string | null {
  const isText = typeof answer === "string";
  switch (kind) {
    case "short-text":
      return isText && answer.length <= shortTextCharactersMax && !answer.includes("\n")
        ? null
        : `Enter one line of up to ${shortTextCharactersMax} characters.`;
    case "long-text":
      return isText ? null : "Enter text.";
    case "email":
      return emailSchema.safeParse(answer).success ? null : "Enter an email address.";
    case "number":
      return typeof answer === "number" && Number.isFinite(answer) ? null : "Enter a number.";
    case "choice":
      return isText && options.includes(answer) ? null : "Choose one of the options.";
    case "choices":
      return Array.isArray(answer) &&
        answer.every((one, index) => options.includes(one) && answer.indexOf(one) === index)
        ? null
        : "Choose from the options.";
    case "yes-no":
      return typeof answer === "boolean" ? null : "Answer yes or no.";
    case "rating":
      return typeof answer === "number" && Number.isInteger(answer) && answer >= 1 && answer <= 5
        ? null
        : "Choose a whole number from 1 to 5.";
  }
}

function toResponse({ id, version, answers, sentAt }: FormResponseRow): FormResponse {
  return { id, version, answers, sentAt: sentAt.toISOString() };
}
