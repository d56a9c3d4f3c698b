import { createContext, useContext } from "react";

/** Built-in texts of the controls, in English. */
export const englishUiWords = {
  close: "Close",
  loading: "Loading",
  tryAgain: "Try again",
  // spec §8, verbatim.
  somethingWrong: "Something went wrong",
  optional: "optional",
  show: "Show",
  hide: "Hide",
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
};

export type UiWords = Readonly<typeof englishUiWords>;

/** English, unless a page in another language overrides it. */
export const UiWordsContext = createContext<UiWords>(englishUiWords);

export function useUiWords(): UiWords {
  return useContext(UiWordsContext);
}
