const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const validKey = /^[0-9A-Za-z]{1,200}$/;

export function isOrderKey(value: unknown): value is string {
  return typeof value === "string" && validKey.test(value) && !value.endsWith("0");
}

/**
 * A key that sorts (by code unit) strictly between two others; null is the open end. Keys are base-62 fractions without
 * trailing zeros, so there is always room. Two people may create the same key at once: ids break the tie.
 * @throws RangeError when `before` does not sort below `after`.
 */
export function orderKeyBetween(before: string | null, after: string | null): string {
  if (before !== null && after !== null && before >= after) throw new RangeError("before must sort below after");
  return before !== null && after === null ? keyAbove(before) : fractionBetween(before ?? "", after);
}

// Appending is the most common case. Counting up in the fourth place keeps those keys at four characters for millions
// of items; halving the remaining range would soon exceed the maximum key length.
function keyAbove(before: string): string {
  const values = [...before.slice(0, appendDigits).padEnd(appendDigits, "0")].map((digit) => digits.indexOf(digit));
  let at = appendDigits - 1;
  while (at >= 0 && values[at] === digits.length - 1) at -= 1;
  if (at < 0) return before.slice(0, appendDigits) + keyAbove(before.slice(appendDigits));
  const counted = values.slice(0, at + 1);
  counted[at]! += 1;
  return counted.map((digit) => digits[digit]).join("");
}

const appendDigits = 4;

function fractionBetween(before: string, after: string | null): string {
  if (after !== null) {
    let shared = 0;
    while ((before[shared] ?? "0") === after[shared]) shared += 1;
    if (shared > 0) return after.slice(0, shared) + fractionBetween(before.slice(shared), after.slice(shared));
  }
  const low = before === "" ? 0 : digits.indexOf(before[0]!);
  const high = after === null ? digits.length : digits.indexOf(after[0]!);
  if (high - low > 1) return digits[Math.floor((low + high) / 2)]!;
  if (after !== null && after.length > 1) return after[0]!;
  return digits[low]! + fractionBetween(before.slice(1), null);
}

/** The order of every list: by key, with equal keys ordered by id. */
export function compareOrder(
  a: { readonly id: string; readonly order: string },
  b: { readonly id: string; readonly order: string },
): number {
  if (a.order !== b.order) return a.order < b.order ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}
