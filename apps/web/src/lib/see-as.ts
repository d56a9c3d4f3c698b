import { seeAsCookieName, type TeamRole } from "@blueprint/contract/roles";

/**
 * Looks at a team through another role from the next page on, or with one's own again: the server answers everything of
 * this browser accordingly, so the page is loaded anew.
 */
export function seeAs(teamId: string, role: TeamRole | null): void {
  const value = role === null ? "; max-age=0" : `${teamId}.${role}`;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and Safari.
  document.cookie = `${seeAsCookieName}=${value}; path=/; samesite=lax`;
  window.location.assign("/dashboard");
}
