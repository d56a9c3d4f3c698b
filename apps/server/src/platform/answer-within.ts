import { AppError } from "./app-error.ts";

/**
 * Waits for a promise for a limited time. The work itself goes on: use it only for work that may run twice, or not at
 * all.
 * @throws AppError service-unavailable when it takes longer
 */
export async function answerWithin<Answer>(milliseconds: number, answer: Promise<Answer>): Promise<Answer> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new AppError("service-unavailable")), milliseconds);
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
