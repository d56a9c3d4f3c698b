import { useMediaQuery } from "../../lib/use-media-query.ts";

/** Whether the window is as narrow as a phone held upright. */
export const useIsNarrow = () => useMediaQuery("(max-width: 639.98px)");
