import { passwordSchema } from "@blueprint/contract/teams";
import { hash, verify } from "@node-rs/argon2";
import { verifyPassword as verifyScrypt } from "better-auth/crypto";
import { AppError } from "./app-error.ts";
import { isCommonPassword } from "./common-passwords.ts";

const memoryKiB = 19_456;
const passes = 2;

/** Requirements for every new password. @throws AppError `weak-password` */
export async function requireStrongPassword(password: string): Promise<void> {
  if (!passwordSchema.safeParse(password).success || (await isCommonPassword(password)))
    throw new AppError("weak-password");
}

/** argon2id, 19 MiB, two passes: OWASP's first recommendation, ~10 ms here. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, { memoryCost: memoryKiB, timeCost: passes, parallelism: 1 });
}

/** Verifies argon2id in PHC form, and better-auth's own scrypt (`salt:key` in hex) of imported accounts. */
export async function verifyPassword(known: string, password: string): Promise<boolean> {
  if (known.startsWith("$argon2")) return await verify(known, password);
  return /^[0-9a-f]+:[0-9a-f]+$/.test(known) && (await verifyScrypt({ hash: known, password }));
}

/** Whether a hash has outdated parameters: it is replaced when its password is next entered. */
export function isOutdatedHash(known: string): boolean {
  return !known.startsWith(`$argon2id$v=19$m=${memoryKiB},t=${passes},p=1$`);
}
