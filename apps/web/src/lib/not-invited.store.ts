import { createStore, useStore } from "zustand";

interface NotInvited {
  /** Whether the user was signed out because the data store denied access to their profile (spec §6). */
  readonly isDenied: boolean;
  readonly email: string;
}

const admitted: NotInvited = { isDenied: false, email: "" };
const store = createStore<NotInvited>(() => admitted);

export const notInvited = {
  deny: (email: string) => store.setState({ isDenied: true, email }),
  clear: () => store.setState(admitted),
  isDenied: () => store.getState().isDenied,
};

/** Shown on the sign-in screen until the next sign-in. */
export function useNotInvited(): NotInvited {
  return useStore(store);
}
