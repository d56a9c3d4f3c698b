import { SceneInputError } from "@blueprint/scene/scene-input-error";

/** @returns why the scene refused the change; null if it was made */
export function attemptChange(change: () => void): string | null {
  try {
    change();
    return null;
  } catch (error) {
    if (!(error instanceof SceneInputError)) throw error;
    return error.message;
  }
}

/** Like `attemptChange`, but as a separate undo step. */
export function attemptStep(session: { endStep(): void }, change: () => void): string | null {
  session.endStep();
  try {
    return attemptChange(change);
  } finally {
    session.endStep();
  }
}
