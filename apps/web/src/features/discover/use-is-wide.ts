import { useMediaQuery } from "../../lib/use-media-query.ts";

/** Whether a list and a map fit side by side: Tailwind's `lg`. */
export const useIsWide = () => useMediaQuery("(min-width: 64rem)");
