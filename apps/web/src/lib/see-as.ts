import { seeAsCookieName, type TeamRole } from "@blueprint/contract/roles";

/**
 * Views a team as another role, or as the user's own again. The server applies it to every response in this browser, so
 * the page reloads.
 */
export function seeAs(teamId: string, role: TeamRole | null): void {
  const value = role === null ? "; max-age=0" : `${teamId}.${role}`;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and Safari.
  document.cookie = `${seeAsCookieName}=${value}; path=/; samesite=lax`;
  window.location.assign("/dashboard");
}
