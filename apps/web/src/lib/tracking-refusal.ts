/** Whether the browser asks not to be tracked: by Global Privacy Control or Do Not Track. */
export function refusesTracking(): boolean {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { readonly globalPrivacyControl?: boolean };
  return globalPrivacyControl === true || doNotTrack === "1";
}
