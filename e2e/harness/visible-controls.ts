import type { Page } from "@playwright/test";

/** CSS pixels. */
const touchTargetPx = 44;
/** Height of a control that spans at least four touch targets, such as a sheet's handle. WCAG 2.2, 2.5.8. */
const flatTargetPx = 24;

/**
 * Lists what is wrong with the page's visible controls and panels: two that overlap, one that the window cuts, and
 * touch targets that are too small. Marks on the scene move with it and are not measured. First waits
 * for panels to finish sliding in: even with reduced motion, one frame shows them on the way, and a slow scene keeps it.
 */
export async function findLayoutProblems(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    const passing = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    return Promise.allSettled(passing.map(({ finished }) => finished));
  });
  return page.evaluate(
    ([least, flat]) => {
      const controls = "a[href], button, input, select, textarea, summary, [role=slider], [role=img][data-touch]";
      const panels = "[data-panel], aside, [role=toolbar]";
      const isOfScene = (element: Element) =>
        element.closest("[data-marker]:not([data-marker=controls]), [data-plan-mark], [data-cluster]") !== null;
      const nameOf = (element: Element) =>
        element.getAttribute("aria-label") ??
        (element.textContent?.trim().slice(0, 40) || `${element.tagName} ${element.getAttribute("data-panel") ?? ""}`);
      /** The part of an element that its scrolling ancestors show. */
      const shownPart = (element: Element) => {
        const { left, top, right, bottom } = element.getBoundingClientRect();
        const part = { left, top, right, bottom, isClipped: false };
        for (let box = element.parentElement; box !== null; box = box.parentElement) {
          if (!/auto|scroll/.test(getComputedStyle(box).overflowY)) continue;
          const around = box.getBoundingClientRect();
          part.isClipped ||= part.top < around.top - 1 || part.bottom > around.bottom + 1;
          part.top = Math.max(part.top, around.top);
          part.bottom = Math.min(part.bottom, around.bottom);
        }
        return part;
      };
      const seen = [...document.querySelectorAll(`${controls}, ${panels}`)]
        .filter((element) => !isOfScene(element) && element.closest("[aria-hidden=true], [inert]") === null)
        .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
        // Links that only show with the focus.
        .filter((element) => !element.matches(".sr-only:not(:focus)"))
        .map((element) => ({ element, ...shownPart(element), isControl: element.matches(controls) }))
        .filter(({ left, top, right, bottom }) => right - left > 1 && bottom - top > 1);
      const problems: string[] = [];
      for (const { element, left, top, right, bottom, isClipped, isControl } of seen) {
        if (left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5)
          problems.push(`${nameOf(element)} is cut by the window`);
        if (!isControl || isClipped) continue;
        // A label extends the target of its checkbox.
        const target = (element.matches("input") ? element.closest("label") : null) ?? element;
        const { width, height } = target.getBoundingClientRect();
        const isLink = element.matches("p a, dd a, dt a");
        const isFlat = height >= flat - 0.5 && width >= least * 4;
        if (!isLink && !isFlat && (width < least - 0.5 || height < least - 0.5))
          problems.push(`${nameOf(element)} is ${Math.round(width)} × ${Math.round(height)}`);
      }
      seen.forEach((one, index) => {
        for (const other of seen.slice(index + 1)) {
          if (one.element.contains(other.element) || other.element.contains(one.element)) continue;
          const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
          const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
          if (width > 1 && height > 1) problems.push(`${nameOf(one.element)} overlaps ${nameOf(other.element)}`);
        }
      });
      // An empty page must not pass.
      if (seen.filter(({ isControl }) => isControl).length < 5) problems.push("there are hardly any controls");
      return problems;
    },
    [touchTargetPx, flatTargetPx] as const,
  );
}
