import { passwordSchema } from "@blueprint/contract/teams";
import { hash, verify } from "@node-rs/argon2";
import { verifyPassword as verifyScrypt } from "better-auth/crypto";
import { AppError } from "./app-error.ts";
import { isCommonPassword } from "./common-passwords.ts";

const memoryKiB = 19_456;
const passes = 2;

/** What every password that somebody chooses has to be. @throws AppError `weak-password` */
export async function requireStrongPassword(password: string): Promise<void> {
  if (!passwordSchema.safeParse(password).success || (await isCommonPassword(password)))
    throw new AppError("weak-password");
}

/** argon2id, 19 MiB, two passes: OWASP's first recommendation, ~10 ms here. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, { memoryCost: memoryKiB, timeCost: passes, parallelism: 1 });
}

/** Reads argon2id in PHC form, and better-auth's own scrypt (`salt:key` in hex) of accounts brought from elsewhere. */
export async function verifyPassword(known: string, password: string): Promise<boolean> {
  if (known.startsWith("$argon2")) return await verify(known, password);
  return /^[0-9a-f]+:[0-9a-f]+$/.test(known) && (await verifyScrypt({ hash: known, password }));
}

/** True of a hash that we would not make today: it is made anew when its password is typed next. */
export function isOutdatedHash(known: string): boolean {
  return !known.startsWith(`$argon2id$v=19$m=${memoryKiB},t=${passes},p=1$`);
}
