import { useMediaQuery } from "../../lib/use-media-query.ts";

/** Whether the person asked their system for less movement. */
export const useReducedMotion = () => useMediaQuery("(prefers-reduced-motion: reduce)");
