import { SceneInputError } from "@blueprint/scene/scene-input-error";

/** @returns why the scene refused the change, null when it was made */
export function attemptChange(change: () => void): string | null {
  try {
    change();
    return null;
  } catch (error) {
    if (!(error instanceof SceneInputError)) throw error;
    return error.message;
  }
}

/** The same as a step of its own, which undo takes back alone. */
export function attemptStep(session: { endStep(): void }, change: () => void): string | null {
  session.endStep();
  try {
    return attemptChange(change);
  } finally {
    session.endStep();
  }
}
