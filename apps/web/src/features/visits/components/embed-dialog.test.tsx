import {
  changeEmbedToken,
  createEmbedToken,
  type EmbedToken,
  listEmbedTokens,
  revokeEmbedToken,
} from "@blueprint/contract/embed-tokens";
import type { BlueprintId, EmbedTokenId } from "@blueprint/contract/ids";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { answerWith, failWith, listSent } from "../../../testing/answer-network.ts";
import { renderTeamScreen } from "../../../testing/render-team-screen.tsx";
import { EmbedDialog } from "./embed-dialog.tsx";

const place = { id: "blueprint-1" as BlueprintId, name: `Mill "&" <b>Sons</b>` };
const embed: EmbedToken = {
  ...{ id: "00000000-0000-4000-8000-000000000001" as EmbedTokenId, scope: "numbers", state: "active" },
  ...{ figures: ["totals", "trend"], days: 30, origins: ["https://www.museum.example"], token: "v1.numbers.x.0.y" },
  ...{ createdByName: "Ada", createdAt: "2026-11-01T00:00:00Z", expiresAt: null, revokedAt: null, lastUsedAt: null },
};
const revoked: EmbedToken = { ...embed, state: "revoked", token: null, revokedAt: "2026-11-02T00:00:00Z" };

function open(tokens: EmbedToken[]) {
  answerWith(listEmbedTokens, { tokens });
  return renderTeamScreen(<EmbedDialog place={place} open={true} onOpenChange={() => {}} />);
}

it("creates an embed of what is chosen for several sites, and shows its code", async () => {
  const { user } = open([]);
  answerWith(createEmbedToken, embed);
  await user.type(
    await screen.findByRole("textbox", { name: /^Sites/ }),
    "https://a.example {Enter} https://b.example",
  );
  await user.click(screen.getByRole("checkbox", { name: /^Trend/ }));
  await user.click(screen.getByRole("checkbox", { name: /^Devices/ }));
  await user.selectOptions(screen.getByRole("combobox", { name: "Days" }), "Last 7 days");
  await user.selectOptions(screen.getByRole("combobox", { name: "Valid for" }), "Until revoked");
  answerWith(listEmbedTokens, { tokens: [embed] });
  await user.click(screen.getByRole("button", { name: "Create embed" }));
  const code = await screen.findByRole<HTMLInputElement>("textbox", { name: "Embed code" });
  expect(listSent(createEmbedToken)).toEqual([
    { figures: ["totals", "devices"], days: 7, origins: ["https://a.example", "https://b.example"] },
  ]);
  await user.selectOptions(screen.getByRole("combobox", { name: "Colours" }), "Dark");
  await user.selectOptions(screen.getByRole("combobox", { name: "Language" }), "German");
  const markup = document.createElement("template");
  markup.innerHTML = code.value;
  const frame = markup.content.querySelector("iframe");
  const source = new URL(frame?.getAttribute("src") ?? "");
  expect(source.pathname).toBe("/embed/dashboard");
  expect(Object.fromEntries(source.searchParams)).toEqual({ token: embed.token, theme: "dark", lang: "de" });
  expect(frame?.getAttribute("title")).toBe(`Visitor numbers: ${place.name}`);
  expect(Number(frame?.getAttribute("height"))).toBeGreaterThan(300);
});

it("shows at the field what is wrong with a site, until it is changed", async () => {
  const { user } = open([]);
  failWith(createEmbedToken, "invalid-input", { "origins.0": "Enter an address." });
  const sites = await screen.findByRole("textbox", { name: /^Sites/ });
  await user.type(sites, "museum");
  await user.click(screen.getByRole("button", { name: "Create embed" }));
  expect(await screen.findByText("Enter an address.")).toBeTruthy();
  expect(sites.getAttribute("aria-invalid")).toBe("true");
  await user.type(sites, ".");
  expect(screen.queryByText("Enter an address.")).toBeNull();
  failWith(createEmbedToken, "embed-tokens-too-many");
  await user.click(screen.getByRole("button", { name: "Create embed" }));
  expect(await screen.findByText(/reached its limit of embeds/)).toBeTruthy();
});

it("changes what is shown where, and keeps the code", async () => {
  const { user } = open([embed]);
  await user.click(await screen.findByRole("button", { name: /^Change/ }));
  const sites = screen.getByRole<HTMLTextAreaElement>("textbox", { name: /^Sites/ });
  expect(sites.value).toBe("https://www.museum.example");
  expect(screen.queryByRole("combobox", { name: "Valid for" })).toBeNull();
  await user.type(sites, "{Enter}https://b.example");
  await user.click(screen.getByRole("checkbox", { name: /^Trend/ }));
  const changed: EmbedToken = { ...embed, figures: ["totals"], origins: [...embed.origins, "https://b.example"] };
  answerWith(changeEmbedToken, changed);
  answerWith(listEmbedTokens, { tokens: [changed] });
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect((await screen.findByRole("listitem")).textContent).toContain("www.museum.example, b.example");
  expect(listSent(changeEmbedToken)).toEqual([
    { figures: ["totals"], days: 30, origins: ["https://www.museum.example", "https://b.example"] },
  ]);
});

it("lists what is shown where, and revokes it after asking", async () => {
  const { user } = open([embed]);
  const row = within(await screen.findByRole("listitem"));
  expect(row.getByRole("heading").textContent).toBe("www.museum.example");
  expect(row.getByText(/Last 30 days, until revoked.*Never shown.*Created by Ada, 1 Nov 2026/)).toBeTruthy();
  answerWith(revokeEmbedToken, revoked);
  await user.click(row.getByRole("button", { name: /^Revoke/ }));
  answerWith(listEmbedTokens, { tokens: [revoked] });
  await user.click(screen.getByRole("button", { name: "Revoke embed" }));
  await waitFor(() => expect(screen.getByText("Revoked")).toBeTruthy());
  expect(listSent(revokeEmbedToken)).toHaveLength(1);
  expect(screen.queryByRole("button", { name: /^Code/ })).toBeNull();
});
