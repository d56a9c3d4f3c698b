const key = "blueprint.operator";

/** Remembers that an operator signs in on this device: what is not set up explains itself here before anybody has signed in. */
export function rememberOperator(isOperator: boolean): void {
  try {
    if (isOperator) localStorage.setItem(key, "true");
    else localStorage.removeItem(key);
  } catch {
    // Storage is blocked: the explanation is in the settings too.
  }
}

export function isOperatorDevice(): boolean {
  try {
    return localStorage.getItem(key) === "true";
  } catch {
    return false;
  }
}
