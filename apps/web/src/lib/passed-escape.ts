const passedOn = new WeakSet<Event>();

/**
 * The topmost layer alone hears Escape, and a toast is the topmost one although nobody is in it: it passes the key on to
 * the dialog or the menu that the person is in.
 */
export function passEscapeOn(event: KeyboardEvent): void {
  event.preventDefault();
  passedOn.add(event);
}

/** Whether an Escape still has to be answered by what it was pressed in. */
export function isPassedEscape(event: KeyboardEvent): boolean {
  return passedOn.has(event);
}
