const passedOn = new WeakSet<Event>();

/**
 * Only the topmost layer receives Escape, and a toast is the topmost one even without focus: it passes the key on to
 * the focused dialog or menu.
 */
export function passEscapeOn(event: KeyboardEvent): void {
  event.preventDefault();
  passedOn.add(event);
}

/** Whether an Escape was passed on and still needs handling by the focused layer. */
export function isPassedEscape(event: KeyboardEvent): boolean {
  return passedOn.has(event);
}
