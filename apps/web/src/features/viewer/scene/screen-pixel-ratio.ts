import type { ViewBudget } from "./view-budget.ts";

/**
 * Device pixels per CSS pixel to draw a scene with: the screen's, up to the budget's maximum. Below one on a page that
 * is zoomed out: more pixels than the screen has would cost time and show nothing.
 */
export function screenPixelRatio({ pixelRatioMax }: Pick<ViewBudget, "pixelRatioMax">): number {
  return Math.min(window.devicePixelRatio, pixelRatioMax);
}
