/** Whether to show Mac key names. */
export function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.platform);
}
