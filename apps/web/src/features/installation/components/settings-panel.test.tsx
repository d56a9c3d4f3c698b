import {
  defaultInstallationSettings,
  getInstallationSettings,
  type InstallationSettingsView,
  saveInstallationSettings,
} from "@blueprint/contract/installation-settings";
import { getPriceBook } from "@blueprint/contract/plans";
import { defaultPriceBook } from "@blueprint/contract/price-book";
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { answerWith, failWith, listSent } from "../../../testing/answer-network.ts";
import { renderTeamScreen } from "../../../testing/render-team-screen.tsx";
import { SettingsPanel } from "./settings-panel.tsx";

const view: InstallationSettingsView = {
  settings: { ...defaultInstallationSettings, name: "Museums" },
  version: 3,
  changes: [],
  environment: [],
  mailGoesTo: "files",
  pushContact: null,
};

async function open() {
  answerWith(getInstallationSettings, view);
  answerWith(getPriceBook, { book: defaultPriceBook, payment: "invoice" });
  const { user } = renderTeamScreen(<SettingsPanel />);
  await screen.findByRole("form", { name: "Settings of this installation" });
  return user;
}
const field = (name: RegExp) => screen.getByRole<HTMLInputElement>("textbox", { name });
const support = () => field(/^Support/);

it("saves all settings with what was typed, based on the version shown", async () => {
  const user = await open();
  expect(screen.queryByRole("button", { name: "Discard changes" })).toBeNull();
  await user.type(support(), "help@example.org");
  answerWith(saveInstallationSettings, {
    ...view,
    version: 4,
    settings: { ...view.settings, supportEmail: "help@example.org" },
  });
  await user.click(screen.getByRole("button", { name: "Save settings" }));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Discard changes" })).toBeNull());
  expect(listSent(saveInstallationSettings)).toEqual([
    { basedOnVersion: 3, settings: { ...view.settings, supportEmail: "help@example.org" } },
  ]);
  expect(support().value).toBe("help@example.org");
});

it("keeps what was typed after a conflict, says what others changed, and saves on top of it", async () => {
  const user = await open();
  await user.type(support(), "help@example.org");
  const theirs: InstallationSettingsView = {
    ...view,
    version: 4,
    settings: { ...view.settings, name: "Harbour" },
    changes: [
      {
        id: "00000000-0000-4000-8000-000000000001",
        at: "2026-11-01T00:00:00Z",
        actorName: "Ada",
        ipAddress: null,
        fields: [{ name: "name", from: "Museums", to: "Harbour" }],
      },
    ],
  };
  answerWith(getInstallationSettings, theirs);
  failWith(saveInstallationSettings, "conflict");
  await user.click(screen.getByRole("button", { name: "Save settings" }));
  expect(await screen.findByText(/^Ada changed /)).toBeDefined();
  expect(support().value).toBe("help@example.org");
  answerWith(saveInstallationSettings, { ...theirs, version: 5 });
  await user.click(screen.getByRole("button", { name: "Save settings" }));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Discard changes" })).toBeNull());
  expect(screen.queryByText(/^Ada changed /)).toBeNull();
  expect(listSent(saveInstallationSettings)[1]).toMatchObject({
    basedOnVersion: 4,
    settings: { name: "Harbour", supportEmail: "help@example.org" },
  });
});

it("discards what was typed, and the error with it", async () => {
  const user = await open();
  await user.type(support(), "nobody");
  failWith(saveInstallationSettings, "invalid-input", { "settings.supportEmail": "Invalid email address" });
  await user.click(screen.getByRole("button", { name: "Save settings" }));
  expect(await screen.findByText("Invalid email address")).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Discard changes" }));
  expect(support().value).toBe("");
  expect(screen.queryByText("Invalid email address")).toBeNull();
});
