import { is } from "drizzle-orm";
import { PgTransaction } from "drizzle-orm/pg-core";
import type { Tx } from "../../db/database.ts";

/** Concurrent statements of one kind; keys that arrive meanwhile go into the next one. */
const runningMax = 2;
const keysMax = 200;

interface Asker<Key, Answer> {
  key: Key;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

/**
 * Answers concurrent reads with one statement instead of one each. The statement starts after the last of its callers
 * asked, so no caller gets an answer older than its question. Reads inside a transaction are not batched: they must see
 * what it wrote.
 * @param readMany reads an answer for each key, in the order of the keys
 */
export function batchReads<Key, Answer>(
  readMany: (tx: Tx, keys: Key[]) => Promise<Answer[]>,
): (tx: Tx, key: Key) => Promise<Answer> {
  const readOne = readAlone(readMany);
  const queues = new WeakMap<Tx, (asker: Asker<Key, Answer>) => void>();
  return (tx, key) => {
    if (is(tx, PgTransaction)) return readOne(tx, key);
    let enqueue = queues.get(tx);
    if (enqueue === undefined) {
      enqueue = createQueue<Key, Answer>(
        (keys) => readMany(tx, keys),
        (one) => readOne(tx, one),
      );
      queues.set(tx, enqueue);
    }
    return new Promise((resolve, reject) => enqueue({ key, resolve, reject }));
  };
}

/** The same for reads that must not wait for each other. */
export function readAlone<Key, Answer>(
  readMany: (tx: Tx, keys: Key[]) => Promise<Answer[]>,
): (tx: Tx, key: Key) => Promise<Answer> {
  return async (tx, key) => (await readMany(tx, [key]))[0] as Answer;
}

function createQueue<Key, Answer>(
  readMany: (keys: Key[]) => Promise<Answer[]>,
  readOne: (key: Key) => Promise<Answer>,
): (asker: Asker<Key, Answer>) => void {
  let waiting: Asker<Key, Answer>[] = [];
  let running = 0;
  let isDue = false;

  const answer = async (askers: Asker<Key, Answer>[]) => {
    try {
      const answers = await readMany(askers.map(({ key }) => key));
      for (const [index, { resolve }] of askers.entries()) resolve(answers[index] as Answer);
    } catch (error) {
      const [first, ...others] = askers;
      if (others.length === 0) return first?.reject(error);
      // Only the caller whose key cannot be read fails.
      await Promise.all(askers.map(({ key, resolve, reject }) => readOne(key).then(resolve, reject)));
    }
  };
  const run = () => {
    isDue = false;
    while (waiting.length > 0 && running < runningMax) {
      const askers = waiting.slice(0, keysMax);
      waiting = waiting.slice(keysMax);
      running++;
      void answer(askers).finally(() => {
        running--;
        schedule();
      });
    }
  };
  // Runs after everything that arrived in the same tick is queued.
  const schedule = () => {
    if (isDue || waiting.length === 0 || running >= runningMax) return;
    isDue = true;
    setImmediate(run);
  };
  return (asker) => {
    waiting.push(asker);
    schedule();
  };
}
