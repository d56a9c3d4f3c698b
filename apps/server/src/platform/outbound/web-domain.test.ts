import { describe, expect, it } from "vitest";
import { listWebDomains, readWebDomain } from "./web-domain.ts";

describe("a web domain", () => {
  it.each([
    ["museum.org", "museum.org"],
    ["https://www.Museum.org/visit?x=1", "museum.org"],
    ["museum.org:8443", "museum.org"],
    ["museum.org.", "museum.org"],
    ["müller.de", "xn--mller-kva.de"],
    ["visit.museum.co.uk", "visit.museum.co.uk"],
  ])("is read from %s", (typed, domain) => {
    expect(readWebDomain(typed)).toBe(domain);
  });

  it.each([
    "",
    "museum",
    "127.0.0.1",
    "[::1]",
    "localhost",
    "db.internal",
    "printer.local",
    "a..org",
    "-a.org",
    "museum.org@evil.org/",
    "a b.org",
    "<b>.org",
  ])("isn't %s", (typed) => {
    expect(readWebDomain(typed)).toBeNull();
  });

  it("is found in sentences, but not in mail addresses and numbers", () => {
    expect(
      listWebDomains("See https://www.rope.org/en, rope-shop.org or info@mail.rope.org. Open 9.30 to 17.00, from 5.5."),
    ).toEqual(["rope.org", "rope-shop.org"]);
  });
});
