import { type SceneAccess, tooFastPauseMs } from "@blueprint/contract/collaboration";

interface RateBudget {
  readonly burstBytes: number;
  readonly bytesPerSecond: number;
}

/** An editor's import, or a day's offline work, arrives all at once; a guest's comments never do. */
const budgets = {
  editor: { burstBytes: 64 * 1024 * 1024, bytesPerSecond: 2 * 1024 * 1024 },
  guest: { burstBytes: 4 * 1024 * 1024, bytesPerSecond: 64 * 1024 },
} as const satisfies Record<string, RateBudget>;

/** The smallest frame costs the server more than its bytes. */
const frameBytesMin = 256;
const peopleKeptMax = 10_000;

interface Account {
  spentBytes: number;
  countedAtMs: number;
  closedUntilMs: number;
}

/**
 * Limits what one user's connections send, all together: reconnecting gains nothing. Times are monotonic milliseconds.
 */
export class ChangeRate {
  readonly #now: () => number;
  readonly #accounts = new Map<string, Account>();

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** False when it is too much for now; then it is not counted, and the user is shut out for a while. */
  take(userId: string, access: SceneAccess | null, bytes: number): boolean {
    const { burstBytes, bytesPerSecond } = budgets[toBudget(access)];
    const account = this.#read(userId, access);
    const now = this.#now();
    const spent = Math.max(0, account.spentBytes - ((now - account.countedAtMs) / 1_000) * bytesPerSecond);
    const after = spent + Math.max(frameBytesMin, bytes);
    const fits = after <= burstBytes;
    account.spentBytes = fits ? after : spent;
    account.countedAtMs = now;
    if (!fits) account.closedUntilMs = now + tooFastPauseMs;
    return fits;
  }

  /** How long a user is still shut out; 0 when they may connect. */
  readPauseMs(userId: string, access: SceneAccess): number {
    return Math.max(0, this.#read(userId, access).closedUntilMs - this.#now());
  }

  #read(userId: string, access: SceneAccess | null): Account {
    const key = `${toBudget(access)} ${userId}`;
    const account = this.#accounts.get(key) ?? { spentBytes: 0, countedAtMs: this.#now(), closedUntilMs: 0 };
    // Reinsert: the one idle for longest is evicted first.
    this.#accounts.delete(key);
    this.#accounts.set(key, account);
    const [oldest] = this.#accounts.keys();
    if (this.#accounts.size > peopleKeptMax && oldest !== undefined) this.#accounts.delete(oldest);
    return account;
  }
}

function toBudget(access: SceneAccess | null): keyof typeof budgets {
  return access === "edit" ? "editor" : "guest";
}
