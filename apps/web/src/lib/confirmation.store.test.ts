import { ApiError } from "@blueprint/contract/api-client";
import { describe, expect, it } from "vitest";
import { confirmation, confirmed } from "./confirmation.store.ts";

/** A call that the server accepts after a number of refusals. */
function callAfter(refusals: number) {
  let calls = 0;
  return async () => {
    if (calls++ < refusals) throw new ApiError("confirmation-needed", 403);
    return calls;
  };
}

describe("a sensitive call", () => {
  it("is made once if no confirmation is needed", async () => {
    expect(await confirmed(callAfter(0))).toBe(1);
    expect(confirmation.getState().settle).toBeNull();
  });

  it("is repeated once its person has confirmed their identity", async () => {
    const call = confirmed(callAfter(1));
    await expect.poll(() => confirmation.getState().settle).not.toBeNull();
    confirmation.getState().settle?.(true);
    expect(await call).toBe(2);
    expect(confirmation.getState().settle).toBeNull();
  });

  it("ends with the refusal if its person cancels", async () => {
    const call = confirmed(callAfter(1));
    await expect.poll(() => confirmation.getState().settle).not.toBeNull();
    confirmation.getState().settle?.(false);
    await expect(call).rejects.toMatchObject({ code: "confirmation-needed" });
  });

  it("asks for no confirmation if it fails otherwise", async () => {
    await expect(confirmed(() => Promise.reject(new ApiError("conflict", 409)))).rejects.toMatchObject({
      code: "conflict",
    });
    expect(confirmation.getState().settle).toBeNull();
  });
});
