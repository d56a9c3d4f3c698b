/** Passes for password-protected places: kept only in this tab, until it closes. */
const toKey = (slug: string) => `place-pass.${slug}`;

export function readPass(slug: string): string | null {
  try {
    return sessionStorage.getItem(toKey(slug));
  } catch {
    return null;
  }
}

export function keepPass(slug: string, pass: string | null): void {
  try {
    if (pass === null) sessionStorage.removeItem(toKey(slug));
    else sessionStorage.setItem(toKey(slug), pass);
  } catch {
    // Storage is blocked: a reload asks for the password again.
  }
}
