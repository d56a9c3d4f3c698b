import { useMediaQuery } from "../../../lib/use-media-query.ts";

/** Whether the user's system prefers reduced motion. */
export const useReducedMotion = () => useMediaQuery("(prefers-reduced-motion: reduce)");
