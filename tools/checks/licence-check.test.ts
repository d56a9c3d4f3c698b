import { expect, test } from "vitest";
import { isAllowed } from "./licence-check.ts";

test.each(["MIT", "(MIT OR GPL-3.0)", "Apache-2.0 AND MIT", "ISC"])("%s may be shipped", (licence) => {
  expect(isAllowed(licence)).toBe(true);
});

test.each(["AGPL-3.0-only", "GPL-2.0", "BUSL-1.1", "SSPL-1.0", "MIT AND LGPL-3.0-or-later", "UNLICENSED", ""])(
  "%s may not",
  (licence) => {
    expect(isAllowed(licence)).toBe(false);
  },
);
