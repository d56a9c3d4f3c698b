import { type ContentHashState, hashOn } from "./content-hash.ts";
import type { HashAnswer, HashRequest } from "./content-hasher.ts";

// Reading and hashing a file takes seconds, so it runs off the main thread.
self.addEventListener("message", ({ data: { id, from, bytes } }: MessageEvent<HashRequest>) => {
  void answer(id, from, bytes);
});

async function answer(id: number, from: ContentHashState, bytes: HashRequest["bytes"]): Promise<void> {
  const answered: HashAnswer = await hashOn(from, bytes).then(
    (hashed) => ({ id, hashed }),
    (error: unknown) => ({ id, failure: String(error) }),
  );
  postMessage(answered);
}
