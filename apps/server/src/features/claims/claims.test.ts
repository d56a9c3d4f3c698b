import { listAuditEvents } from "@blueprint/contract/audit";
import { transferBlueprint } from "@blueprint/contract/blueprint-transfer";
import { type ClaimStage, type ClaimStep, claimStepNames, claimSteps } from "@blueprint/contract/claim-steps";
import {
  type Claim,
  listAllClaims,
  listMyClaims,
  makeClaimCode,
  proveClaimByCode,
  startClaim,
  takeOperatorClaimStep,
  takeOwnClaimStep,
  takeTeamClaimStep,
} from "@blueprint/contract/claims";
import { listNotifications } from "@blueprint/contract/notifications";
import { getPublishedBlueprint } from "@blueprint/contract/published";
import { closeRequest, sendRequest } from "@blueprint/contract/requests";
import { beforeEach, describe, expect, it } from "vitest";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/create-test-app.ts";
import { outcome } from "../../testing/outcome.ts";
import {
  listMails,
  moveTime,
  ownClaim,
  type PublishedPlace,
  passDays,
  publishPlace,
  readPlace,
  start,
  teamClaims,
} from "./testing/claim-world.ts";

let app: TestApp;
let place: PublishedPlace;
let claimant: TestPerson;
let operator: TestPerson;

// A fresh app each: starts are limited per address and minute, and time moves for the whole app.
beforeEach(async () => {
  app = await createTestApp();
  operator = await app.buildPerson({ name: "Ops", isOperator: true });
  place = await publishPlace(app);
  claimant = await app.buildPerson({ name: "Ada" });
  return () => app.close();
});

const people = () => [claimant, operator, place.owner];
const own = (claim: Claim, step: ClaimStep, reason = "", person = claimant) =>
  person.api(takeOwnClaimStep, { params: { claimId: claim.id }, body: { step, reason } });
const team = (claim: Claim, step: ClaimStep, reason = "") =>
  place.owner.api(takeTeamClaimStep, {
    params: { teamId: place.owner.personalTeamId, claimId: claim.id },
    body: { step, reason },
  });
const decide = (claim: Claim, step: ClaimStep, reason = "Checked.") =>
  operator.api(takeOperatorClaimStep, { params: { claimId: claim.id }, body: { step, reason } });

async function prove(claim: Claim, person = claimant): Promise<Claim> {
  const params = { blueprintId: place.id };
  const { code } = await place.owner.api(makeClaimCode, { params, body: { label: "Front desk" } });
  return person.api(proveClaimByCode, { params: { claimId: claim.id }, body: { code: ` ${code.toLowerCase()} ` } });
}

/** A claim in each stage, by the way that leads there. */
const ways: Record<Exclude<ClaimStage, "blocked">, () => Promise<Claim>> = {
  proving: () => start(claimant, place),
  queued: async () => {
    const other = await app.buildPerson();
    await own(await start(other, place), "submit", "", other);
    return own(await start(claimant, place), "submit");
  },
  waiting: async () => prove(await start(claimant, place)),
  review: async () => team(await ways.waiting(), "object", "We run it."),
  accepted: async () => team(await ways.waiting(), "agree"),
  declined: async () => decide(await ways.review(), "decline"),
  appealed: async () => own(await ways.declined(), "appeal", "Here is the register entry."),
  withdrawn: async () => own(await ways.waiting(), "withdraw"),
  expired: async () => {
    const claim = await start(claimant, place);
    await passDays(app, 30, people());
    return claim;
  },
  undone: async () => decide(await ways.accepted(), "undo"),
};

describe("starting a claim", () => {
  it("tells nobody and changes nothing until something is proven or sent", async () => {
    const claim = await start(claimant, place);
    expect(claim).toMatchObject({
      stage: "proving",
      place: { name: "Museum of Rope", isOpen: true },
      receivingTeamName: "Ada",
      presentTeamName: null,
      steps: ["prove", "submit", "withdraw"],
      history: [{ step: "start", by: "claimant", name: "Ada" }],
    });
    expect(await teamClaims(place)).toEqual([]);
    expect((await operator.api(listAllClaims, { query: {} })).claims).toEqual([]);
    expect(await readPlace(app, place)).toMatchObject({ state: "unclaimed" });
    expect(await listMails(app)).toEqual([]);
  });

  it("is refused for places that aren't open, for one's own, and a second time", async () => {
    const body = { teamId: claimant.personalTeamId, relation: "owner", statement: "" } as const;
    await expect(claimant.api(startClaim, { body: { ...body, slug: "no-such-place" } })).rejects.toMatchObject({
      code: "invalid-input",
      fields: { slug: expect.any(String) },
    });
    const hidden = await app.buildBlueprint(place.owner);
    expect(await outcome(claimant.api(startClaim, { body: { ...body, slug: hidden.slug } }))).toBe("invalid-input");
    expect(await outcome(start(place.owner, place))).toBe("claim-own-place");
    const elsewhere = { ...body, slug: place.slug, teamId: (await app.buildPerson()).personalTeamId };
    expect(await outcome(claimant.api(startClaim, { body: elsewhere }))).toBe("not-found");
    expect(await outcome(app.anonymous(startClaim, { body: { ...body, slug: place.slug } }))).toBe("unauthenticated");
    await start(claimant, place);
    expect(await outcome(start(claimant, place))).toBe("claim-exists");
  });

  it("by people without an account is a request, which they go on with after the invitation", async () => {
    const payload = { slug: place.slug, relation: "manager", evidence: "Ask for <b>me</b>." } as const;
    const body = { kind: "claim", name: "Eve", email: "eve@example.org", payload } as const;
    const { id } = await app.anonymous(sendRequest, { body });
    expect(await readPlace(app, place)).toMatchObject({ state: "unclaimed" });
    expect(await outcome(claimant.api(sendRequest, { body }))).toBe("claim-has-account");
    await operator.api(closeRequest, { params: { requestId: id! }, body: { outcome: "accepted", answer: "" } });
    const mails = (await listMails(app)).filter(({ to }) => to === "eve@example.org");
    expect(mails.some(({ text }) => text.includes("/accept-invite?token="))).toBe(true);
    expect(mails.some(({ text }) => text.includes(`/claim-blueprint?b=${place.slug}`))).toBe(true);
    expect(await readPlace(app, place)).toMatchObject({ state: "unclaimed" });
    const eve = await app.buildPerson({ email: "eve@example.org" });
    expect((await eve.api(listMyClaims, {})).begun).toMatchObject([
      { slug: place.slug, relation: "manager", statement: "Ask for <b>me</b>." },
    ]);
    await start(eve, place);
    expect((await eve.api(listMyClaims, {})).begun).toEqual([]);
  });
});

describe("a proven claim", () => {
  it("tells the team by mail and inbox at once, and moves the place after 14 days without an objection", async () => {
    const claim = await prove(await start(claimant, place));
    expect(claim).toMatchObject({ stage: "waiting", proof: "code", presentTeamName: "Olga" });
    expect(await readPlace(app, place)).toMatchObject({ state: "pending", teamId: place.owner.personalTeamId });
    const [mail] = (await listMails(app)).filter(({ to }) => to === place.owner.email);
    expect(mail).toMatchObject({ subject: "Ada claims Museum of Rope" });
    expect(mail?.text).toContain(`/dashboard?team=${place.owner.personalTeamId}&claim=${claim.id}`);
    expect(await teamClaims(place)).toMatchObject([{ id: claim.id, steps: ["agree", "object"] }]);
    await passDays(app, 11, people());
    expect((await listMails(app)).at(-1)).toMatchObject({
      subject: "3 days left to answer the claim of Museum of Rope",
    });
    expect(await ownClaim(claimant, claim.id)).toMatchObject({ stage: "waiting" });
    await passDays(app, 3, people());
    expect(await ownClaim(claimant, claim.id)).toMatchObject({ stage: "accepted" });
    expect(await readPlace(app, place)).toEqual({ state: "claimed", teamId: claimant.personalTeamId });
    expect((await app.anonymous(getPublishedBlueprint, { params: { slug: place.slug } })).name).toBe("Museum of Rope");
    expect((await listMails(app)).filter(({ to }) => to === claimant.email).at(-1)?.subject).toBe(
      "Museum of Rope is yours now",
    );
    expect(await teamClaims(place)).toMatchObject([{ stage: "accepted", steps: ["ask-back"] }]);
    const { notifications } = await place.owner.api(listNotifications, { query: {} });
    expect(notifications.map(({ title }) => title)).toEqual([
      "Museum of Rope moved to Ada's team",
      "3 days left to answer the claim of Museum of Rope",
      "Ada claims Museum of Rope",
    ]);
  });

  it("moves at once when the team agrees", async () => {
    await ways.accepted();
    expect(await readPlace(app, place)).toEqual({ state: "claimed", teamId: claimant.personalTeamId });
  });

  it("keeps who, when and why of every step, for both sides, the operators and the audit log", async () => {
    const claim = await ways.appealed();
    const shown = (await ownClaim(claimant, claim.id)).history;
    expect(shown.map(({ step, by, name, reason }) => [step, by, name, reason])).toEqual([
      ["start", "claimant", "Ada", ""],
      ["prove", "claimant", "Ada", ""],
      ["object", "team", null, "We run it."],
      ["decline", "operator", null, "Checked."],
      ["appeal", "claimant", "Ada", "Here is the register entry."],
    ]);
    const [forOperator] = (await operator.api(listAllClaims, { query: {} })).claims;
    expect(forOperator?.history.map(({ name }) => name)).toEqual(["Ada", "Ada", "Olga", "Ops", "Ada"]);
    const params = { teamId: place.owner.personalTeamId };
    const { events } = await place.owner.api(listAuditEvents, { params, query: { action: "claim" } });
    expect(events.map(({ details }) => details.step)).toEqual(["appeal", "decline", "object", "prove"]);
  });
});

describe("a claim without a proof", () => {
  it("goes to an operator after the team's 14 days", async () => {
    const claim = await own(await start(claimant, place), "submit");
    expect(claim).toMatchObject({ stage: "waiting", proof: null });
    await passDays(app, 14, people());
    expect(await ownClaim(claimant, claim.id)).toMatchObject({ stage: "review" });
    expect((await listMails(app)).filter(({ to }) => to === operator.email).at(-1)?.subject).toBe(
      "Ada's claim of Museum of Rope needs a decision",
    );
    await decide(claim, "accept");
    expect(await readPlace(app, place)).toEqual({ state: "claimed", teamId: claimant.personalTeamId });
  });

  it("expires 30 days after it was started, if nothing is sent", async () => {
    const claim = await ways.expired();
    expect(await ownClaim(claimant, claim.id)).toMatchObject({ stage: "expired", steps: [] });
    expect(await teamClaims(place)).toEqual([]);
  });
});

describe("an objection", () => {
  it("needs a reason and sends the claim to an operator, whatever the proof", async () => {
    const claim = await ways.waiting();
    expect(await outcome(team(claim, "object"))).toBe("invalid-input");
    await team(claim, "object", "<script>alert(1)</script> We run it.");
    await passDays(app, 60, people());
    expect(await ownClaim(claimant, claim.id)).toMatchObject({ stage: "review" });
    const mail = (await listMails(app)).find(({ to }) => to === claimant.email);
    expect(mail?.text).toContain("<script>alert(1)</script> We run it.");
    expect(mail?.html).not.toContain("<script>");
  });
});

describe("an appeal", () => {
  it("is possible once, within 14 days", async () => {
    const claim = await ways.appealed();
    expect(await readPlace(app, place)).toMatchObject({ state: "pending" });
    await decide(claim, "decline", "The register names the other team.");
    expect(await ownClaim(claimant, claim.id)).toMatchObject({ stage: "declined", isAppealed: true, steps: [] });
    expect(await outcome(own(claim, "appeal", "Again."))).toBe("claim-step-refused");
    expect(await readPlace(app, place)).toMatchObject({ state: "unclaimed" });
  });

  it("can be accepted", async () => {
    await decide(await ways.appealed(), "accept");
    expect(await readPlace(app, place)).toEqual({ state: "claimed", teamId: claimant.personalTeamId });
  });

  it("is too late after 14 days; the place can be claimed again after 30", async () => {
    const claim = await ways.declined();
    await moveTime(app, 14, people());
    expect(await outcome(own(claim, "appeal", "Late."))).toBe("claim-step-refused");
    expect(await outcome(start(claimant, place))).toBe("claim-too-soon");
    await moveTime(app, 16, people());
    expect(await start(claimant, place)).toMatchObject({ stage: "proving" });
  });
});

describe("undoing an accepted claim", () => {
  it("moves the place back for 30 days, by an operator", async () => {
    const claim = await ways.accepted();
    await moveTime(app, 29, people());
    await decide(claim, "undo", "The lease was forged.");
    expect(await readPlace(app, place)).toEqual({ state: "unclaimed", teamId: place.owner.personalTeamId });
    expect((await ownClaim(claimant, claim.id)).history.at(-1)).toMatchObject({
      step: "undo",
      reason: "The lease was forged.",
    });
  });

  it("is too late after 30 days", async () => {
    const claim = await ways.accepted();
    await passDays(app, 30, people());
    expect(await outcome(decide(claim, "undo"))).toBe("claim-step-refused");
    expect(await outcome(team(claim, "ask-back", "Please."))).toBe("claim-step-refused");
    expect(await readPlace(app, place)).toMatchObject({ teamId: claimant.personalTeamId });
  });

  it("is what the former team can ask for once, and the receiving team can agree to", async () => {
    const claim = await ways.accepted();
    await team(claim, "ask-back", "We never agreed.");
    expect(await outcome(team(claim, "ask-back", "Please."))).toBe("claim-step-refused");
    expect((await operator.api(listAllClaims, { query: {} })).claims).toMatchObject([
      { id: claim.id, isAskedBack: true, steps: ["undo"] },
    ]);
    await own(claim, "undo", "Our mistake.");
    expect(await readPlace(app, place)).toMatchObject({ teamId: place.owner.personalTeamId });
    expect((await operator.api(listAllClaims, { query: {} })).claims).toEqual([]);
  });

  it("isn't possible once the place has moved on", async () => {
    const claim = await ways.accepted();
    const third = await app.buildPerson();
    await app.join(third.personalTeamId, claimant, "editor");
    await claimant.api(transferBlueprint, {
      params: { blueprintId: place.id },
      body: { teamId: third.personalTeamId },
    });
    expect(await outcome(decide(claim, "undo"))).toBe("claim-step-refused");
  });
});

describe("the table of steps", () => {
  // Proofs have endpoints of their own.
  const steps = claimStepNames.filter((step) => step !== "prove");

  it.each(Object.keys(ways) as (keyof typeof ways)[])(
    "lets nobody do in stage %s what it doesn't name",
    async (stage) => {
      const claim = await ways[stage]();
      const [{ n: before } = { n: 0 }] = await app.context.sql<{ n: number }[]>`
        select count(*)::int as n from claim_events`;
      const refused = new Set<string>();
      for (const step of steps) {
        const { by, from }: { by: readonly string[]; from: readonly string[] } = claimSteps[step];
        const isAllowed = (party: string) => by.includes(party) && from.includes(stage);
        if (!isAllowed("claimant")) refused.add(await outcome(own(claim, step, "x")));
        if (!isAllowed("team")) refused.add(await outcome(team(claim, step, "x")));
        if (!isAllowed("operator")) refused.add(await outcome(decide(claim, step, "x")));
      }
      // What the team and the operators don't know of yet doesn't exist for them.
      expect([...refused].filter((code) => !["claim-step-refused", "not-found"].includes(code))).toEqual([]);
      const [{ n: after } = { n: 0 }] = await app.context.sql<{ n: number }[]>`
        select count(*)::int as n from claim_events`;
      expect(after).toBe(before);
    },
  );
});
