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
  /** Equal for requests with the same answer. */
  readonly key: string;
  /** The answer never changes: requests that arrive while it is computed may share it. */
  readonly isForGood: boolean;
  /** Aborted when the client is gone; work that no client waits for is stopped. */
  readonly signal: AbortSignal;
  readonly work: (signal: AbortSignal) => Promise<T>;
}

/**
 * Looking back costs memory and time. Only one request per document runs at a time, and equal requests share their
 * answer.
 */
export class HistoryQueue {
  readonly #byDocument = new Map<string, Question[]>();
  #running = 0;

  /** @throws AppError too-many-requests when the queue is full, service-unavailable when the client is gone */
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
    // The caller gets the failure; it may have stopped waiting.
    await answer.catch(() => {});
    this.#running -= 1;
    this.#remove(documentId, question);
    this.#runNext();
  }

  #remove(documentId: string, question: Question): void {
    const rest = (this.#byDocument.get(documentId) ?? []).filter((other) => other !== question);
    // Back of the line: the next document's turn comes before this one's next request.
    this.#byDocument.delete(documentId);
    if (rest.length > 0) this.#byDocument.set(documentId, rest);
  }
}

function createQuestion(key: string, work: Question["work"]): Question {
  const { promise: answer, resolve: settle } = Promise.withResolvers<unknown>();
  answer.catch(() => {});
  return { key, work, answer, settle, abort: new AbortController(), askers: 0, isRunning: false, isAnswered: false };
}
