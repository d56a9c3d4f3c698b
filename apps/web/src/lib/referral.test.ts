import { expect, it } from "vitest";
import { forgetReferral, readReferral, rememberReferral } from "./referral.ts";

it("a referral code is kept from the first address until access was requested; an invalid one changes nothing", () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  expect(readReferral(storage)).toBeUndefined();
  rememberReferral("?utm=x&ref=ABC123", storage);
  for (const search of ["", "?b=hall", "?ref=abc", "?ref=ABC1234", "?ref=%3Cb%3E"]) rememberReferral(search, storage);
  expect(readReferral(storage)).toBe("ABC123");
  rememberReferral("?ref=XYZ789", storage);
  expect(readReferral(storage)).toBe("XYZ789");
  forgetReferral(storage);
  expect(readReferral(storage)).toBeUndefined();
});

it("is neither kept nor an error where the browser blocks storage", () => {
  // Reading the property itself throws, as in frames on other sites.
  const before = Object.getOwnPropertyDescriptor(globalThis, "localStorage");
  const refuse = () => {
    throw new DOMException("Access is denied for this document.", "SecurityError");
  };
  Object.defineProperty(globalThis, "localStorage", { get: refuse, configurable: true });
  try {
    rememberReferral("?ref=ABC123");
    expect(readReferral()).toBeUndefined();
    forgetReferral();
  } finally {
    if (before === undefined) Reflect.deleteProperty(globalThis, "localStorage");
    else Object.defineProperty(globalThis, "localStorage", before);
  }
});
