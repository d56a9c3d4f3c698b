/** `abcabcabc`, `aaaaaaaa`, `passwordpassword`. */
const repeated = /^(.+?)\1+$/su;
const unitCharactersMax = 4;

let loading: Promise<ReadonlySet<string>> | undefined;

// Loaded when a user first chooses a password: otherwise the server does not hold the list in memory.
async function load(): Promise<ReadonlySet<string>> {
  // A CommonJS package: in the server's bundle it has no named exports, only this one.
  const { default: words } = await import("@zxcvbn-ts/language-common");
  return new Set(words.dictionary["passwords-common"].map(String));
}

/**
 * Whether a password is among those that attackers try first: frequent in leaks, mere repetition, or a sequence such as
 * `abcdefgh` and `87654321`.
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
