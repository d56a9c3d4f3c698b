export interface Rectangle {
  readonly width: number;
  readonly height: number;
  x: number;
  y: number;
}

/**
 * Packs rectangles onto shelves, tallest first.
 * @returns the required height, undefined when one is wider than the sheet
 */
export function packRectangles(rectangles: readonly Rectangle[], sheetWidth: number): number | undefined {
  const ordered = [...rectangles].sort((a, b) => b.height - a.height || b.width - a.width);
  let [x, y, shelfHeight] = [0, 0, 0];
  for (const rectangle of ordered) {
    if (rectangle.width > sheetWidth) return undefined;
    if (x + rectangle.width > sheetWidth) {
      y += shelfHeight;
      [x, shelfHeight] = [0, 0];
    }
    rectangle.x = x;
    rectangle.y = y;
    x += rectangle.width;
    shelfHeight = Math.max(shelfHeight, rectangle.height);
  }
  return y + shelfHeight;
}
