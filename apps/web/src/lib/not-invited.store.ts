import { createStore, useStore } from "zustand";

interface NotInvited {
  /** Whether somebody was signed out because the data store denied them their profile (spec §6). */
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

/** Shown where one signs in, until somebody has signed in. */
export function useNotInvited(): NotInvited {
  return useStore(store);
}
