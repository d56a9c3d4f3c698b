import { useMediaQuery } from "../../lib/use-media-query.ts";

/** Whether a list and a map find room beside each other: Tailwind's `lg`. */
export const useIsWide = () => useMediaQuery("(min-width: 64rem)");
