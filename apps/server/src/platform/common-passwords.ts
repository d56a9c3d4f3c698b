/** `abcabcabc`, `aaaaaaaa`, `passwordpassword`. */
const repeated = /^(.+?)\1+$/su;
const unitCharactersMax = 4;

let loading: Promise<ReadonlySet<string>> | undefined;

// Loaded with the first password that is chosen: a server that sees none does not hold the list in memory.
async function load(): Promise<ReadonlySet<string>> {
  // A CommonJS package: within the server's bundle it has no names, only this.
  const { default: words } = await import("@zxcvbn-ts/language-common");
  return new Set(words.dictionary["passwords-common"].map(String));
}

/**
 * Whether a password is one of those that are tried first: seen often in leaks, or nothing but repetition or a run of
 * neighbours such as `abcdefgh` and `87654321`.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  loading ??= load();
  const list = await loading;
  const text = password.normalize("NFKC").toLowerCase();
  const unit = repeated.exec(text)?.[1];
  if (unit !== undefined && (unit.length <= unitCharactersMax || list.has(unit))) return true;
  return list.has(text) || isRun(text);
}

function isRun(text: string): boolean {
  const codes = Array.from(text, (character) => character.codePointAt(0) as number);
  const isNeighbour = (step: number) => (code: number, index: number) => {
    const before = codes[index - 1];
    return before === undefined || code - before === step;
  };
  return codes.every(isNeighbour(1)) || codes.every(isNeighbour(-1));
}
