import { useMediaQuery } from "../../../lib/use-media-query.ts";

/** Whether the window is as narrow as a phone in portrait. */
export const useIsNarrow = () => useMediaQuery("(max-width: 639.98px)");
