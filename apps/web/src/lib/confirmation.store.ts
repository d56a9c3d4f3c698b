import { createStore, useStore } from "zustand";
import { hasCode } from "./readable-error.ts";

interface ConfirmationState {
  /** Set while the dialog is open; called with whether the user confirmed their identity. */
  readonly settle: ((isConfirmed: boolean) => void) | null;
}

export const confirmation = createStore<ConfirmationState>(() => ({ settle: null }));

function ask(): Promise<boolean> {
  confirmation.getState().settle?.(false);
  return new Promise((resolve) => {
    const settle = (isConfirmed: boolean) => {
      confirmation.setState({ settle: null });
      resolve(isConfirmed);
    };
    confirmation.setState({ settle });
  });
}

/**
 * Makes a sensitive call. If the server requires confirmation, asks the user and retries the call. @throws what the
 * call throws; `confirmation-needed` if the user cancels
 */
export async function confirmed<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!hasCode(error, "confirmation-needed") || !(await ask())) throw error;
    return await call();
  }
}

export function useConfirmation(): ConfirmationState {
  return useStore(confirmation);
}
