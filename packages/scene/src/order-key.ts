const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const validKey = /^[0-9A-Za-z]{1,200}$/;

export function isOrderKey(value: unknown): value is string {
  return typeof value === "string" && validKey.test(value) && !value.endsWith("0");
}

/**
 * A key that sorts (by code unit) strictly between two others; null is the open end. Keys are fractions in base 62
 * without trailing zeros, so there is always room. Two people may make the same key at once: ids break the tie.
 * @throws RangeError when `before` does not sort below `after`.
 */
export function orderKeyBetween(before: string | null, after: string | null): string {
  if (before !== null && after !== null && before >= after) throw new RangeError("before must sort below after");
  return before !== null && after === null ? keyAbove(before) : fractionBetween(before ?? "", after);
}

// Appending is what people do most: counting up keeps those keys short where halving the rest would grow them.
function keyAbove(before: string): string {
  for (let index = 0; index < before.length; index += 1) {
    const digit = digits.indexOf(before[index]!);
    if (digit < digits.length - 1) return before.slice(0, index) + digits[digit + 1];
  }
  return `${before}1`;
}

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
