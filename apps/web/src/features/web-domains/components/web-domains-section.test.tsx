import type { WebDomainId } from "@blueprint/contract/ids";
import {
  addWebDomain,
  confirmWebDomain,
  listWebDomains,
  removeWebDomain,
  type WebDomain,
} from "@blueprint/contract/web-domains";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { answerWith, failWith, listSent } from "../../../testing/answer-network.ts";
import { renderTeamScreen } from "../../../testing/render-team-screen.tsx";
import { WebDomainsSection } from "./web-domains-section.tsx";

const museum: WebDomain = {
  id: "00000000-0000-4000-8000-000000000001" as WebDomainId,
  ...{ domain: "museum.org", token: "k3y", method: null, confirmedAt: null, createdAt: "2026-11-01T00:00:00Z" },
};

it("says how to confirm a domain, and what is missing", async () => {
  answerWith(listWebDomains, { domains: [museum] });
  failWith(confirmWebDomain, "web-domain-unproven");
  const { user } = renderTeamScreen(<WebDomainsSection />);
  expect(await screen.findByDisplayValue("blueprint-verification=k3y")).toBeDefined();
  expect(screen.getByText("Not confirmed")).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Check now" }));
  expect(await screen.findByText(/We found the token neither in DNS nor on the page/)).toBeDefined();
});

it("adds domains, and removes one after asking", async () => {
  const confirmed = { ...museum, method: "page", confirmedAt: "2026-11-02T00:00:00Z" } as const;
  answerWith(listWebDomains, { domains: [confirmed] });
  answerWith(addWebDomain, museum);
  answerWith(removeWebDomain, {});
  const { user } = renderTeamScreen(<WebDomainsSection />);
  expect(await screen.findByText(/by a page: this domain and www only/)).toBeDefined();
  await user.type(screen.getByRole("textbox", { name: "Domain" }), "hall.org");
  await user.click(screen.getByRole("button", { name: "Add domain" }));
  await waitFor(() => expect(listSent(addWebDomain)).toEqual([{ domain: "hall.org" }]));
  await user.click(screen.getByRole("button", { name: "Remove museum.org" }));
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Remove domain" }));
  await waitFor(() => expect(listSent(removeWebDomain)).toHaveLength(1));
});
