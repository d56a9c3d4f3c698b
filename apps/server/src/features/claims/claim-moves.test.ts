import { transferBlueprint } from "@blueprint/contract/blueprint-transfer";
import { binBlueprint, unpublishBlueprint } from "@blueprint/contract/blueprints";
import type { ClaimStep } from "@blueprint/contract/claim-steps";
import {
  type Claim,
  makeClaimCode,
  proveClaimByCode,
  takeOperatorClaimStep,
  takeOwnClaimStep,
  takeTeamClaimStep,
} from "@blueprint/contract/claims";
import { listMyRequests, listRequests } from "@blueprint/contract/requests";
import { beforeEach, describe, expect, it } from "vitest";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/create-test-app.ts";
import { outcome } from "../../testing/outcome.ts";
import { removeBinnedBlueprints } from "../blueprints/blueprints.jobs.ts";
import {
  listMails,
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

beforeEach(async () => {
  app = await createTestApp();
  operator = await app.buildPerson({ isOperator: true });
  place = await publishPlace(app);
  claimant = await app.buildPerson({ name: "Ada" });
  return () => app.close();
});

const people = () => [claimant, operator, place.owner];
const own = (claim: Claim, step: ClaimStep, person = claimant) =>
  person.api(takeOwnClaimStep, { params: { claimId: claim.id }, body: { step, reason: "So it is." } });
const team = (claim: Claim, step: ClaimStep) =>
  place.owner.api(takeTeamClaimStep, {
    params: { teamId: place.owner.personalTeamId, claimId: claim.id },
    body: { step, reason: "We run it." },
  });
const decide = (claim: Claim, step: ClaimStep) =>
  operator.api(takeOperatorClaimStep, { params: { claimId: claim.id }, body: { step, reason: "Checked." } });

async function proven(person = claimant): Promise<Claim> {
  const claim = await start(person, place);
  const params = { blueprintId: place.id };
  const { code } = await place.owner.api(makeClaimCode, { params, body: { label: "Letter" } });
  return person.api(proveClaimByCode, { params: { claimId: claim.id }, body: { code } });
}

describe("an accepted claim whose place can't move", () => {
  it("waits for room in the plan, names the obstacle, and moves once there is room", async () => {
    const teamId = claimant.personalTeamId;
    // The free plan includes three published places.
    for (let places = 0; places < 3; places++) await app.buildBlueprint(claimant);
    await app.context.sql`update blueprints set published_version = 1 where team_id = ${teamId}`;
    await app.context.sql`
      insert into limit_states (team_id, "limit", level, grace_started_at)
      values (${teamId}, 'publishedBlueprints', 'reached', now() - interval '20 days')`;
    const claim = await proven();
    expect(await team(claim, "agree")).toMatchObject({
      stage: "blocked",
      obstacle: { code: "transfer-limit-published", detail: expect.stringContaining("published blueprints") },
    });
    expect(await readPlace(app, place)).toEqual({ state: "pending", teamId: place.owner.personalTeamId });
    expect((await listMails(app)).map(({ subject }) => subject)).toContain(
      "The claim of Museum of Rope was accepted, but the place can't move yet",
    );
    const steps = (await ownClaim(claimant, claim.id)).history.length;
    await passDays(app, 1, people());
    expect((await ownClaim(claimant, claim.id)).history).toHaveLength(steps);
    expect(await own(claim, "retry")).toMatchObject({ stage: "blocked" });
    await app.context.sql`update blueprints set published_version = null where team_id = ${teamId}`;
    await passDays(app, 1, people());
    expect(await ownClaim(claimant, claim.id)).toMatchObject({ stage: "accepted", obstacle: null });
    expect(await readPlace(app, place)).toEqual({ state: "claimed", teamId: claimant.personalTeamId });
  });

  it("waits while the place is in the bin, and expires once it is gone", async () => {
    const claim = await proven();
    await place.owner.api(binBlueprint, { params: { blueprintId: place.id } });
    await passDays(app, 14, people());
    expect(await ownClaim(claimant, claim.id)).toMatchObject({
      stage: "blocked",
      obstacle: { code: "blueprint-in-bin" },
      place: { isOpen: false },
    });
    await passDays(app, 17, people());
    await removeBinnedBlueprints(app.context);
    await passDays(app, 0, people());
    expect(await ownClaim(claimant, claim.id)).toMatchObject({
      stage: "expired",
      place: { name: "Museum of Rope", blueprintId: null },
    });
    expect((await ownClaim(claimant, claim.id)).history.at(-1)?.reason).toBe("The place was deleted.");
  });

  it("waits if the claimant may no longer create blueprints in the receiving team", async () => {
    const claim = await proven();
    await app.context.sql`delete from team_members where team_id = ${claimant.personalTeamId}`;
    await team(claim, "agree");
    expect(await ownClaim(claimant, claim.id)).toMatchObject({
      stage: "blocked",
      obstacle: { code: "claim-team-gone" },
    });
  });
});

describe("a place that changes meanwhile", () => {
  it("unpublished: the claim goes on, and the claimant sees its former name only", async () => {
    const claim = await proven();
    await place.owner.api(unpublishBlueprint, { params: { blueprintId: place.id } });
    await app.context.sql`update blueprints set name = 'Secret' where id = ${place.id}`;
    expect(await ownClaim(claimant, claim.id)).toMatchObject({ place: { name: "Museum of Rope", isOpen: false } });
    await passDays(app, 14, people());
    expect(await readPlace(app, place)).toMatchObject({ teamId: claimant.personalTeamId });
  });

  it("moved to another team: an operator decides, and that team sees the claim", async () => {
    const claim = await proven();
    const third = await app.buildPerson();
    await app.join(third.personalTeamId, place.owner, "editor");
    await place.owner.api(transferBlueprint, {
      params: { blueprintId: place.id },
      body: { teamId: third.personalTeamId },
    });
    expect(await ownClaim(claimant, claim.id)).toMatchObject({ stage: "review" });
    expect(await teamClaims(place)).toEqual([]);
    expect(await teamClaims({ ...place, owner: third })).toMatchObject([{ id: claim.id, steps: ["agree"] }]);
    await decide(claim, "accept");
    expect(await readPlace(app, place)).toMatchObject({ teamId: claimant.personalTeamId });
    await decide(claim, "undo");
    expect(await readPlace(app, place)).toMatchObject({ teamId: third.personalTeamId });
  });

  it("given to the claimant's team: the claim is fulfilled", async () => {
    const claim = await proven();
    await app.join(claimant.personalTeamId, place.owner, "editor");
    await place.owner.api(transferBlueprint, {
      params: { blueprintId: place.id },
      body: { teamId: claimant.personalTeamId },
    });
    expect(await ownClaim(claimant, claim.id)).toMatchObject({ stage: "accepted" });
    expect(await readPlace(app, place)).toMatchObject({ state: "claimed" });
  });

  it("its claimant's account deleted: the claim expires", async () => {
    const claim = await proven();
    await app.context.sql`update claims set claimant_id = null where id = ${claim.id}`;
    await passDays(app, 0, people());
    expect(await teamClaims(place)).toMatchObject([{ stage: "expired" }]);
    expect(await readPlace(app, place)).toMatchObject({ state: "unclaimed" });
  });
});

describe("several claims of one place", () => {
  it("ask its team one after another", async () => {
    const other = await app.buildPerson({ name: "Bob" });
    const first = await proven();
    const second = await proven(other);
    expect(second).toMatchObject({ stage: "queued", presentTeamName: null });
    expect(await teamClaims(place)).toMatchObject([{ id: first.id }]);
    await own(first, "withdraw");
    expect(await ownClaim(other, second.id)).toMatchObject({ stage: "waiting" });
    expect(await teamClaims(place)).toMatchObject([{ id: second.id, steps: ["agree", "object"] }, { id: first.id }]);
    await passDays(app, 14, [other, ...people()]);
    expect(await readPlace(app, place)).toMatchObject({ teamId: other.personalTeamId });
  });

  it("after an accepted one, the next asks the team that received the place", async () => {
    const other = await app.buildPerson({ name: "Bob" });
    const first = await proven();
    const second = await proven(other);
    await team(first, "agree");
    expect(await ownClaim(other, second.id)).toMatchObject({ stage: "waiting", presentTeamName: "Ada" });
    expect(await readPlace(app, place)).toEqual({ state: "pending", teamId: claimant.personalTeamId });
  });

  it("sent at once: one waits, the others queue", async () => {
    const rivals = await Promise.all([1, 2, 3].map(() => app.buildPerson()));
    const claims = await Promise.all(rivals.map((rival) => start(rival, place)));
    const sent = await Promise.all(claims.map((claim, index) => own(claim, "submit", rivals[index])));
    expect(sent.map(({ stage }) => stage).sort()).toEqual(["queued", "queued", "waiting"]);
  });

  it("started at once by one person: one is", async () => {
    const outcomes = await Promise.all([1, 2, 3].map(() => outcome(start(claimant, place))));
    expect(outcomes.sort()).toEqual(["claim-exists", "claim-exists", "ok"]);
  });
});

describe("steps at the same time", () => {
  it("object and agree: one of them counts, and the place is where it says", async () => {
    for (let round = 0; round < 4; round++) {
      const claim = await proven();
      const answers = await Promise.all([outcome(team(claim, "agree")), outcome(team(claim, "object"))]);
      const { stage } = await ownClaim(claimant, claim.id);
      const { teamId } = await readPlace(app, place);
      expect(answers.filter((answer) => answer === "ok").length).toBeGreaterThan(0);
      expect(["accepted", "review"]).toContain(stage);
      expect(teamId).toBe(stage === "accepted" ? claimant.personalTeamId : place.owner.personalTeamId);
      if (stage === "accepted") await decide(claim, "undo");
      else await own(claim, "withdraw");
    }
  });

  it("two decisions of operators: the second is refused", async () => {
    const claim = await proven();
    await team(claim, "object");
    const answers = await Promise.all([outcome(decide(claim, "accept")), outcome(decide(claim, "decline"))]);
    expect(answers.filter((answer) => answer === "ok")).toHaveLength(1);
    const { stage } = await ownClaim(claimant, claim.id);
    expect((await readPlace(app, place)).teamId).toBe(
      stage === "accepted" ? claimant.personalTeamId : place.owner.personalTeamId,
    );
  });

  it("the deadline on two servers: the place moves once", async () => {
    const claim = await proven();
    await passDays(app, 13, people());
    await Promise.all([passDays(app, 1, people()), passDays(app, 0, people())]);
    const { history } = await ownClaim(claimant, claim.id);
    expect(history.filter(({ stage }) => stage === "accepted")).toHaveLength(1);
  });
});

describe("claims of earlier versions", () => {
  it("stay readable requests, and what they said of the place stays", async () => {
    const payload = JSON.stringify({ slug: place.slug, relation: "owner", evidence: "Lease" });
    await app.context.sql`
      insert into requests (id, kind, name, email, payload, user_id, created_at)
      values (${app.context.ids.uuid()}, 'claim', 'Ada', ${claimant.email}, ${payload}::text::jsonb, ${claimant.userId}, now())`;
    await app.context.sql`update blueprints set claim_state = 'pending' where id = ${place.id}`;
    expect((await operator.api(listRequests, { query: { kind: "claim" } })).total).toBe(1);
    expect((await claimant.api(listMyRequests, { query: { kind: "claim" } })).requests).toHaveLength(1);
    await own(await proven(), "withdraw");
    expect(await readPlace(app, place)).toMatchObject({ state: "pending" });
  });
});
