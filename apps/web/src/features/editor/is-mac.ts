/** Whether keys carry a Mac's names. */
export function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.platform);
}
