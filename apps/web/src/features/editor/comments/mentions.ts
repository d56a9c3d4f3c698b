/** A team member who can be mentioned in a comment. */
export interface Mentionable {
  readonly userId: string;
  readonly name: string;
}

/** User ids of the people @mentioned in a text; the longest matching name wins. */
export function findMentions(text: string, people: readonly Mentionable[]): string[] {
  const byLength = people.toSorted((a, b) => b.name.length - a.name.length);
  const found = new Set<string>();
  for (const match of text.matchAll(/@/g)) {
    const rest = text.slice(match.index + 1).toLocaleLowerCase();
    const person = byLength.find(({ name }) => {
      if (name === "" || !rest.startsWith(name.toLocaleLowerCase())) return false;
      return !/^[\p{L}\p{N}]/u.test(rest.slice(name.length));
    });
    if (person !== undefined) found.add(person.userId);
  }
  return [...found];
}

const offeredMax = 6;

/** People whose name may be the one being typed after an @ at the end of a text. */
export function offerNames<P extends Mentionable>(text: string, people: readonly P[]): P[] {
  const typed = findTypedName(text);
  if (typed === null) return [];
  const start = typed.toLocaleLowerCase();
  return people.filter(({ name }) => name !== typed && name.toLocaleLowerCase().startsWith(start)).slice(0, offeredMax);
}

/** The text with the name that is being typed written out. */
export function completeName(text: string, name: string): string {
  return `${text.slice(0, text.length - (findTypedName(text) ?? "").length)}${name} `;
}

/** The name being typed after an @ at the end of a text; null if there is none. */
function findTypedName(text: string): string | null {
  return /(?:^|\s)@([^@\n]{0,40})$/u.exec(text)?.[1] ?? null;
}
