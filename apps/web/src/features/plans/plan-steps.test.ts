import { expect, test } from "vitest";
import { toPlanStep } from "./plan-steps.ts";

const free = { basePlanType: "free", billing: null, trialEndsAt: null } as const;
const starter = { basePlanType: "starter", billing: "monthly", trialEndsAt: null } as const;

test("a plan is the current one, larger, smaller, none or a contract", () => {
  expect(toPlanStep(free, "free", "monthly")).toBe("current");
  expect(toPlanStep({ ...free, trialEndsAt: "2026-12-20T00:00:00.000Z" }, "free", "monthly")).toBe("end-trial");
  expect(toPlanStep(free, "starter", "monthly")).toBe("up");
  expect(toPlanStep(free, "enterprise", "monthly")).toBe("contract");
  expect(toPlanStep({ ...starter, basePlanType: "pro" }, "starter", "monthly")).toBe("down");
  expect(toPlanStep(starter, "free", "monthly")).toBe("end");
});

test("a yearly plan is larger than a monthly one, and the reverse is smaller", () => {
  expect(toPlanStep(starter, "starter", "monthly")).toBe("current");
  expect(toPlanStep(starter, "starter", "annual")).toBe("up");
  expect(toPlanStep({ ...starter, billing: "annual" }, "starter", "monthly")).toBe("down");
});
