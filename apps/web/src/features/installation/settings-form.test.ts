import { defaultInstallationSettings } from "@blueprint/contract/installation-settings";
import { describe, expect, it } from "vitest";
import { toForm, toSettings, toValueWords } from "./settings-form.ts";

describe("the form of the installation's settings", () => {
  it("returns its initial values", () => {
    const settings = {
      ...defaultInstallationSettings,
      name: "Harbour",
      trialDays: 0,
      invoiceIssuer: { name: "a", address: "b\nc", taxId: "d", paymentInstructions: "e" },
    };
    expect(toSettings(toForm(settings))).toEqual(settings);
    expect(toSettings(toForm(defaultInstallationSettings))).toEqual(defaultInstallationSettings);
  });

  it.each(["", "x", "1.5", "-3", "7 days", "99999999999"])("does not accept “%s” as a number of days", (text) => {
    expect(toSettings({ ...toForm(defaultInstallationSettings), invitationValidDays: text }).invitationValidDays).toBe(
      -1,
    );
  });

  it("describes values in words", () => {
    expect([null, true, "", "two\nlines", 7].map(toValueWords)).toEqual([
      "price book value",
      "on",
      "nothing",
      "“two lines”",
      "7",
    ]);
  });
});
