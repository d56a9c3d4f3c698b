const key = "blueprint.operator";

/** Remembers that an operator uses this device: unconfigured features then explain themselves before sign-in too. */
export function rememberOperator(isOperator: boolean): void {
  try {
    if (isOperator) localStorage.setItem(key, "true");
    else localStorage.removeItem(key);
  } catch {
    // Storage is blocked: the settings have the explanation too.
  }
}

export function isOperatorDevice(): boolean {
  try {
    return localStorage.getItem(key) === "true";
  } catch {
    return false;
  }
}
