import { createContext, useContext } from "react";

/** The small words that controls say themselves. English unless a page in another language sets them. */
export interface UiWords {
  readonly close: string;
  readonly loading: string;
  readonly tryAgain: string;
  readonly somethingWrong: string;
  readonly optional: string;
  readonly show: string;
  readonly hide: string;
  readonly zoomIn: string;
  readonly zoomOut: string;
}

export const UiWordsContext = createContext<UiWords>({
  close: "Close",
  loading: "Loading",
  tryAgain: "Try again",
  // spec §8, to the letter.
  somethingWrong: "Something went wrong",
  optional: "optional",
  show: "Show",
  hide: "Hide",
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
});

export function useUiWords(): UiWords {
  return useContext(UiWordsContext);
}
