import { AppError } from "../../platform/app-error.ts";

const rebuildsAtOnce = 2;
const questionsPerDocumentMax = 16;
const askersPerDocumentMax = 64;

interface Question {
  readonly key: string;
  readonly abort: AbortController;
  readonly work: (signal: AbortSignal) => Promise<unknown>;
  readonly answer: Promise<unknown>;
  readonly settle: (answer: Promise<unknown>) => void;
  askers: number;
  isRunning: boolean;
  isAnswered: boolean;
}

export interface Asking<T> {
  /** The same for askers who get the same answer. */
  readonly key: string;
  /** The answer never changes: also who asks while it is being worked out may have it. */
  readonly isForGood: boolean;
  /** Aborted when the asker is gone; work that nobody waits for any more is ended. */
  readonly signal: AbortSignal;
  readonly work: (signal: AbortSignal) => Promise<T>;
}

/**
 * Looking back costs memory and time. Of one document only one question is worked on at a time, and who asks the same
 * waits for the same answer.
 */
export class HistoryQueue {
  readonly #byDocument = new Map<string, Question[]>();
  #running = 0;

  /** @throws AppError too-many-requests when too many wait already, service-unavailable for an asker who is gone */
  async ask<T>(documentId: string, { key, isForGood, signal, work }: Asking<T>): Promise<T> {
    if (signal.aborted) throw new AppError("service-unavailable");
    const questions = this.#byDocument.get(documentId) ?? [];
    const known = questions.find(
      (other) => other.key === key && !other.abort.signal.aborted && (isForGood || !other.isRunning),
    );
    const askers = questions.reduce((sum, question) => sum + question.askers, 0);
    if (askers >= askersPerDocumentMax || (known === undefined && questions.length >= questionsPerDocumentMax)) {
      throw new AppError("too-many-requests");
    }
    const question = known ?? createQuestion(key, work);
    question.askers += 1;
    if (known === undefined) this.#byDocument.set(documentId, [...questions, question]);
    this.#runNext();
    return (await this.#wait(documentId, question, signal)) as T;
  }

  async #wait(documentId: string, question: Question, signal: AbortSignal): Promise<unknown> {
    const { promise: isGone, reject } = Promise.withResolvers<never>();
    const leave = () => reject(new AppError("service-unavailable"));
    signal.addEventListener("abort", leave, { once: true });
    try {
      return await Promise.race([question.answer, isGone]);
    } finally {
      signal.removeEventListener("abort", leave);
      question.askers -= 1;
      if (question.askers === 0 && !question.isAnswered) {
        question.abort.abort();
        if (!question.isRunning) this.#remove(documentId, question);
      }
    }
  }

  #runNext(): void {
    for (const [documentId, questions] of this.#byDocument) {
      if (this.#running >= rebuildsAtOnce) return;
      const [next] = questions;
      if (next !== undefined && !next.isRunning) void this.#run(documentId, next);
    }
  }

  async #run(documentId: string, question: Question): Promise<void> {
    question.isRunning = true;
    this.#running += 1;
    const answer = question.work(question.abort.signal).finally(() => {
      question.isAnswered = true;
    });
    question.settle(answer);
    // Whoever asked hears of a failure; nobody may have waited for it.
    await answer.catch(() => {});
    this.#running -= 1;
    this.#remove(documentId, question);
    this.#runNext();
  }

  #remove(documentId: string, question: Question): void {
    const rest = (this.#byDocument.get(documentId) ?? []).filter((other) => other !== question);
    // To the end of the line: the next document's turn comes before this one's next question.
    this.#byDocument.delete(documentId);
    if (rest.length > 0) this.#byDocument.set(documentId, rest);
  }
}

function createQuestion(key: string, work: Question["work"]): Question {
  const { promise: answer, resolve: settle } = Promise.withResolvers<unknown>();
  answer.catch(() => {});
  return { key, work, answer, settle, abort: new AbortController(), askers: 0, isRunning: false, isAnswered: false };
}
