import { hash, verify } from "@node-rs/argon2";

// Less memory than for accounts: visitors of a busy place all arrive at once, and it guards only that place.
const cost = { memoryCost: 12_288, timeCost: 2, parallelism: 1 };

export function hashPlacePassword(password: string): Promise<string> {
  return hash(password, cost);
}

export function isPlacePassword(known: string, given: string): Promise<boolean> {
  return verify(known, given);
}
