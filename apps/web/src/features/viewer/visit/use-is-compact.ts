import { useMediaQuery } from "../../../lib/use-media-query.ts";

/** Whether the window is as small as a phone, upright or on its side. */
export const useIsCompact = () => useMediaQuery("(max-width: 639.98px), (max-height: 479.98px)");
