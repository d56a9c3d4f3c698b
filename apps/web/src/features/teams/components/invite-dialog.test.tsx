import type { EndpointResponse } from "@blueprint/contract/endpoint";
import { getInstallation } from "@blueprint/contract/installation-settings";
import type { TeamRole } from "@blueprint/contract/roles";
import { getTeamUsage, inviteToTeam, listTeamMembers } from "@blueprint/contract/teams";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { toasts } from "../../../lib/toast.store.ts";
import { answerWith, failWith, listSent } from "../../../testing/answer-network.ts";
import { renderTeamScreen } from "../../../testing/render-team-screen.tsx";
import { InviteDialog } from "./invite-dialog.tsx";

beforeEach(() => {
  for (const { id } of toasts.store.getState().toasts) toasts.remove(id);
});

type Invitation = EndpointResponse<typeof inviteToTeam>["invitations"][number];

function buildInvitation(email: string, part: Partial<Invitation> = {}): Invitation {
  return {
    id: "00000000-0000-4000-8000-000000000001" as Invitation["id"],
    email,
    role: "editor",
    state: "open",
    delivery: "sent",
    bounceReason: "",
    wantedBy: null,
    createdAt: "2026-11-01T00:00:00Z",
    expiresAt: "2026-11-08T00:00:00Z",
    ...part,
  };
}

async function open({
  role = "owner",
  editors = 1,
  invitations = [],
}: {
  role?: TeamRole;
  editors?: number;
  invitations?: Invitation[];
} = {}) {
  answerWith(getInstallation, {
    name: "Museums",
    supportEmail: "",
    announcement: "",
    takesAccessRequests: true,
    invitationValidDays: 7,
  });
  answerWith(listTeamMembers, { members: [], isDirectoryHidden: false, invitations });
  answerWith(getTeamUsage, {
    planType: "plus",
    storageBytes: 0,
    storageBytesMax: null,
    storageRoomBytes: null,
    publishedBlueprints: 0,
    publishedBlueprintsMax: null,
    editors,
    editorsMax: 3,
  });
  const { user } = renderTeamScreen(<InviteDialog />, role);
  await user.click(screen.getByRole("button", { name: "Invite a teammate" }));
  await screen.findByText("We'll email them a link that works once, for 7 days.");
  return user;
}
const addresses = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Email addresses" });

it("invites with a role, leaves an empty message out, confirms and closes", async () => {
  answerWith(inviteToTeam, {
    results: [{ address: "bo@example.org", outcome: "invited" }],
    invitations: [buildInvitation("bo@example.org")],
  });
  const user = await open();
  await user.type(addresses(), "bo@example.org");
  await user.selectOptions(screen.getByRole("combobox", { name: "Role" }), "viewer");
  await user.type(screen.getByRole("textbox", { name: /^Message/ }), "  ");
  await user.click(screen.getByRole("button", { name: "Send invitation" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(listSent(inviteToTeam)).toEqual([{ addresses: "bo@example.org", role: "viewer" }]);
  expect(toasts.store.getState().toasts[0]).toMatchObject({
    title: "Invitation sent",
    description: "To bo@example.org.",
  });
});

it("keeps only the refused addresses in the form, and says why each was refused", async () => {
  answerWith(inviteToTeam, {
    results: [
      { address: "bo@example.org", outcome: "invited" },
      { address: "ada@example.org", outcome: "already-member" },
      { address: "nobody", outcome: "invalid-email" },
    ],
    invitations: [buildInvitation("bo@example.org")],
  });
  const user = await open();
  await user.type(addresses(), "bo@example.org, ada@example.org, nobody");
  await user.click(screen.getByRole("button", { name: "Send invitation" }));
  expect(await screen.findByText("ada@example.org: is already a member.")).toBeDefined();
  expect(screen.getByText("nobody: isn't a valid email address.")).toBeDefined();
  expect(addresses().value).toBe("ada@example.org\nnobody");
});

it("lets admins invite to any role but owner", async () => {
  await open({ role: "admin" });
  const offered = within(screen.getByRole("combobox", { name: "Role" })).getAllByRole("option");
  expect(offered.map((option) => option.getAttribute("value"))).toEqual(["admin", "editor", "scanner", "viewer"]);
});

it("warns of the last seat only for roles that take one", async () => {
  const user = await open({ editors: 2 });
  expect(await screen.findByText("This uses the last editor seat")).toBeDefined();
  expect(screen.getByRole("link", { name: "Compare plans" })).toBeDefined();
  await user.selectOptions(screen.getByRole("combobox", { name: "Role" }), "scanner");
  expect(screen.queryByText("This uses the last editor seat")).toBeNull();
});

it("sends admins to an owner for more seats", async () => {
  await open({ role: "admin", editors: 3 });
  expect(await screen.findByText("No editor seats left")).toBeDefined();
  expect(screen.getByText(/An owner can add seats/)).toBeDefined();
  expect(screen.queryByRole("link", { name: "Compare plans" })).toBeNull();
});

it("lists open invitations, and no others", async () => {
  await open({
    invitations: [
      buildInvitation("bo@example.org"),
      buildInvitation("cy@example.org", {
        id: "00000000-0000-4000-8000-000000000002" as Invitation["id"],
        state: "revoked",
      }),
    ],
  });
  expect(await screen.findByText("bo@example.org")).toBeDefined();
  expect(screen.queryByText("cy@example.org")).toBeNull();
});

it("shows an error of the addresses at their field, and keeps them", async () => {
  failWith(inviteToTeam, "invalid-input", { addresses: "Enter an address." });
  const user = await open();
  await user.type(addresses(), ";");
  await user.click(screen.getByRole("button", { name: "Send invitation" }));
  expect(await screen.findByText("Enter an address.")).toBeDefined();
  expect(addresses().value).toBe(";");
  expect(screen.queryByText(/Nothing was changed/)).toBeNull();
});
