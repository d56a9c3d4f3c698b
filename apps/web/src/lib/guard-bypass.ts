/** spec §2: `resetOnboarding=true` or `test=true` in the URL opens a protected screen without an account. */
export function isGuardBypassed(search: string): boolean {
  const parameters = new URLSearchParams(search);
  return parameters.get("resetOnboarding") === "true" || parameters.get("test") === "true";
}
