/** How far something is off, in the unit that reads best. */
export function formatOffset(metres: number): string {
  return metres < 1 ? `${(metres * 100).toFixed(1)} cm` : `${metres.toFixed(2)} m`;
}
