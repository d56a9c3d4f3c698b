/**
 * What an answer claims beyond plain words. Only such claims are compared with the notes: plain words may be said in other
 * words, and in another language.
 */
export type Claim =
  | { readonly kind: "number"; readonly value: string }
  | { readonly kind: "date"; readonly value: string }
  | { readonly kind: "address"; readonly value: string }
  | { readonly kind: "name"; readonly value: string };

export interface KnownClaims {
  readonly numbers: ReadonlySet<string>;
  readonly dates: ReadonlySet<string>;
  readonly words: ReadonlySet<string>;
  /** All text in lower case, for addresses. */
  readonly text: string;
}

export function knowClaims(texts: readonly string[]): KnownClaims {
  const text = texts.join("\n");
  return {
    numbers: new Set(listQuotableNumbers(text)),
    dates: new Set(listDates(text, "any-case")),
    words: new Set(listWords(text).map(({ word }) => fold(word))),
    text: text.toLowerCase(),
  };
}

export function listClaims(text: string): Claim[] {
  const addresses = text.match(address) ?? [];
  const rest = text.replace(address, " ");
  return [
    ...addresses.map((value) => ({ kind: "address", value: value.replace(/[.,;:!?)]+$/, "") }) as const),
    ...listNumbers(rest).map((value) => ({ kind: "number", value }) as const),
    ...listDates(rest, "as-names").map((value) => ({ kind: "date", value }) as const),
    ...listNames(rest).map((value) => ({ kind: "name", value }) as const),
  ];
}

export function isUnknown({ kind, value }: Claim, known: KnownClaims): boolean {
  if (kind === "number") return !known.numbers.has(value);
  if (kind === "date") return !known.dates.has(value);
  if (kind === "address") return !known.text.includes(value.toLowerCase());
  const word = fold(value);
  // Plurals and cases.
  const forms = [word, word.replace(/'?s$/, ""), `${word}s`];
  return ![...forms, ...(word.length > 4 ? [word.slice(0, -1), word.slice(0, -2)] : [])].some((form) =>
    known.words.has(form),
  );
}

// Links, mail addresses and bare host names.
const address =
  /(?:https?:\/\/|www\.)\S+|[^\s@<>()]+@[^\s@<>()]+\.[^\s@<>()]+|\b[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.(?:com|org|net|info|io|app|eu|de|at|ch|fr|uk|us)\b\S*/giu;

const written = /(\p{Nd}+(?:[.,:'’\u00a0\u202f]\p{Nd}+)*)(?:\s*([ap])\.?\s?m\b)?/giu;

/** The numbers of an answer in one form each. */
function listNumbers(text: string): string[] {
  const inDigits = [...text.matchAll(written)].map(([, number, half]) => toTime(number!, half) ?? toOneForm(number!));
  return [...inDigits, ...listWordNumbers(text, numberWords)];
}

const fullHour = /(\p{Nd}{1,2})\s*(?:uhr|h|o['’]clock)\b/giu;

/** Every number by which a note may be quoted: `9:30` also as 9 and 30, `6 pm` also as 6, 18 and 18:00, `18 Uhr` as 18:00. */
function listQuotableNumbers(text: string): string[] {
  const inDigits = [...text.matchAll(written)].flatMap(([, number, half]) => {
    const time = toTime(number!, half);
    return [number!, ...number!.split(/\P{Nd}/u), ...(time === null ? [] : [time, time.split(":")[0]!])].map(toOneForm);
  });
  const hours = [...text.matchAll(fullHour)].map(([, hour]) => `${toOneForm(hour!)}:00`);
  return [...inDigits, ...hours, ...listWordNumbers(text, numberWords), ...listWordNumbers(text, articles)];
}

function listWordNumbers(text: string, values: ReadonlyMap<string, number>): string[] {
  return (text.toLowerCase().match(/\p{L}+/gu) ?? []).flatMap((word) => {
    const value = values.get(word);
    return value === undefined ? [] : [String(value)];
  });
}

/** The time of a day of 24 hours for `6` and `p`, or null for what is no such time. */
function toTime(number: string, half: string | undefined): string | null {
  if (half === undefined) return null;
  const [hour = "", minute = "00"] = toAsciiDigits(number).split(/[:.]/);
  return `${(Number(hour) % 12) + (half.toLowerCase() === "p" ? 12 : 0)}:${minute}`;
}

/** `1,200`, `1.200` and `1200` are the same number; so are `5`, `05` and `5.00`, and `1.5` and `1,5`. */
function toOneForm(number: string): string {
  const ascii = toAsciiDigits(number);
  if (/^\d{1,3}(?:[.,'’\u00a0\u202f]\d{3})+$/.test(ascii)) return ascii.replace(/\D/g, "");
  return ascii
    .replace(/[.,]00$/, "")
    .replace(/^0+(?=\d)/, "")
    .replaceAll(",", ".");
}

function toAsciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0)!;
    // The ten digits of a script stand in a row of their own; styled ones have a plain form.
    const plain = digit.normalize("NFKC");
    if (/^\d$/.test(plain)) return plain;
    let zero = code;
    while (zero > code - 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
    return String(code - zero);
  });
}

function countFrom(first: number, step: number, words: string): [string, number][] {
  return words.split(" ").map((word, index) => [word, first + index * step]);
}

const numberWords: ReadonlyMap<string, number> = new Map([
  ...countFrom(2, 1, "two three four five six seven eight nine ten eleven twelve"),
  ...countFrom(13, 1, "thirteen fourteen fifteen sixteen seventeen eighteen nineteen"),
  ...countFrom(20, 10, "twenty thirty forty fifty sixty seventy eighty ninety"),
  ...countFrom(100, 900, "hundred thousand"),
  ...countFrom(2, 1, "zwei drei vier fünf sechs sieben acht neun zehn elf zwölf"),
  ...countFrom(13, 1, "dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn"),
  ...countFrom(20, 10, "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig"),
  ...countFrom(100, 900, "hundert tausend"),
]);
/** In an answer these are articles more often than numbers. */
const articles: ReadonlyMap<string, number> = new Map(
  ["one", "ein", "eine", "einen", "einem", "einer", "eins"].map((word) => [word, 1]),
);

const dateLanguages = [
  "en",
  "de",
  "fr",
  "es",
  "it",
  "pt",
  "nl",
  "pl",
  "cs",
  "sv",
  "da",
  "fi",
  "tr",
  "ru",
  "uk",
  "el",
  "ar",
];
const dateNames = listDateNames();

/** Names of weekdays and months in many languages, so that a note in one may be quoted in another. */
function listDateNames(): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const language of dateLanguages) {
    for (let day = 0; day < 7; day++) {
      const date = new Date(Date.UTC(2023, 0, 1 + day));
      names.set(nameOf(language, { weekday: "long" }, date), `weekday ${day}`);
    }
    for (let month = 0; month < 12; month++) {
      const date = new Date(Date.UTC(2023, month, 15));
      names.set(nameOf(language, { month: "long" }, date), `month ${month}`);
      // In a date, Slavic and Finnish months have another form.
      const inDate = new Intl.DateTimeFormat(language, { month: "long", day: "numeric", timeZone: "UTC" });
      const part = inDate.formatToParts(date).find(({ type }) => type === "month")?.value;
      if (part !== undefined) names.set(part.toLowerCase(), `month ${month}`);
    }
  }
  return names;
}

function nameOf(language: string, options: Intl.DateTimeFormatOptions, date: Date): string {
  return new Intl.DateTimeFormat(language, { ...options, timeZone: "UTC" }).format(date).toLowerCase();
}

/** @param how months are also common words ("may", "mars"): in answers, only capitalized ones count, and "May" never opens */
function listDates(text: string, how: "any-case" | "as-names"): string[] {
  return listWords(text).flatMap(({ word, opens }) => {
    const lower = word.toLowerCase();
    const name = findDateName(word);
    if (name === undefined) return [];
    const isCommon = name.startsWith("month") && (word === lower || opens);
    return how === "as-names" && isCommon ? [] : [name];
  });
}

function findDateName(word: string): string | undefined {
  const lower = word.toLowerCase();
  return dateNames.get(lower) ?? dateNames.get(lower.replace(/s$/, ""));
}

interface Word {
  readonly word: string;
  /** What separates it from the word before. */
  readonly gap: string;
  /** Whether it is the first of a sentence, a line or a quotation. */
  readonly opens: boolean;
}

function listWords(text: string): Word[] {
  let end = 0;
  return [...text.matchAll(/[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*/gu)].map((match, index) => {
    const gap = text.slice(end, match.index);
    end = match.index + match[0].length;
    return { word: match[0], gap, opens: index === 0 || /[.!?…:;\n"“„«»‚‘(–—¿¡。！？]/u.test(gap) };
  });
}

/** Words by which German is told from languages that capitalize names only. */
const germanWords = new Set(
  "der die das und ist sind ein eine im am den dem mit auf für von zu nicht sie es gibt".split(" "),
);
const titles = new Set(["herr", "herrn", "frau", "dr", "prof", "mr", "mrs", "ms", "sir", "lady"]);

/**
 * Names: capitalized words within a sentence, and all words of a run of them. German capitalizes every noun: there, only
 * runs count, and what follows a title. A single word that opens a sentence isn't judged, nor are scripts without
 * capitals.
 */
function listNames(text: string): string[] {
  const words = listWords(text);
  const isGerman = words.filter(({ word }) => germanWords.has(word.toLowerCase())).length * 8 > words.length;
  return words.flatMap(({ word, gap, opens }, index) => {
    const isOther = findDateName(word) !== undefined || titles.has(word.toLowerCase()) || /^I(?:['’]|$)/.test(word);
    if (!isCapitalized(word) || isOther) return [];
    const [before, next] = [words[index - 1], words[index + 1]];
    const isTitled = before !== undefined && /^\.?\s$/.test(gap) && titles.has(before.word.toLowerCase());
    const inRun =
      (before !== undefined && gap === " " && isCapitalized(before.word) && !before.opens) ||
      (next !== undefined && next.gap === " " && isCapitalized(next.word));
    return isTitled || (!opens && (!isGerman || inRun)) ? [word] : [];
  });
}

function isCapitalized(word: string): boolean {
  return /^\p{Lu}/u.test(word);
}

function fold(word: string): string {
  return word
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .replaceAll("’", "'")
    .toLowerCase();
}
