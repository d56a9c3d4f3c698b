/** Passes of places with a password: as long as the tab is open, and nowhere but in it. */
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
    // Storage is blocked: the password is asked for again after a reload.
  }
}
