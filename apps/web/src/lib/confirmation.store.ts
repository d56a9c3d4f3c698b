import { createStore, useStore } from "zustand";
import { hasCode } from "./readable-error.ts";

interface ConfirmationState {
  /** Set while a person is asked; called with whether they confirmed who they are. */
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
 * Makes a call that changes something sensitive. Where the server wants to know first who asks, the person is asked, and
 * the call is made again. @throws what the call throws; `confirmation-needed` when the person turned back
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
