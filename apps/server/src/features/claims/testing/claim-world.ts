import type { ClaimState } from "@blueprint/contract/blueprint-details";
import { publishBlueprint, updateBlueprint } from "@blueprint/contract/blueprints";
import { type Claim, listMyClaims, listTeamClaims, startClaim } from "@blueprint/contract/claims";
import type { BlueprintId, ClaimId } from "@blueprint/contract/ids";
import type { Mail } from "../../../platform/mail/mail-sender.ts";
import type { TestApp, TestPerson } from "../../../testing/create-test-app.ts";
import { buildReadyScan } from "../../scans/testing/scan-fixtures.ts";
import { advanceClaims } from "../claim-deadlines.service.ts";

const dayMs = 24 * 3_600_000;

export interface PublishedPlace {
  readonly owner: TestPerson;
  readonly id: BlueprintId;
  readonly slug: string;
}

/** A place that is open to everyone, with the venue's website among its facts. */
export async function publishPlace(
  app: TestApp,
  website = "https://www.museum-of-rope.org/visit",
): Promise<PublishedPlace> {
  const owner = await app.buildPerson({ name: "Olga" });
  const { id, slug } = await app.buildBlueprint(owner, { name: "Museum of Rope" });
  await owner.api(updateBlueprint, {
    params: { blueprintId: id },
    body: { facts: [{ label: "Website", text: website }] },
  });
  await buildReadyScan(app, owner, id);
  await owner.api(publishBlueprint, { params: { blueprintId: id }, body: { basedOnVersion: 0, visibility: "public" } });
  return { owner, id, slug };
}

export function start(person: TestPerson, { slug }: { readonly slug: string }): Promise<Claim> {
  return person.api(startClaim, {
    body: { slug, teamId: person.personalTeamId, relation: "owner", statement: "The lease is in our name." },
  });
}

export async function ownClaim(person: TestPerson, id: ClaimId): Promise<Claim> {
  const { claims } = await person.api(listMyClaims, {});
  return claims.find((claim) => claim.id === id) as Claim;
}

export async function teamClaims({ owner }: PublishedPlace): Promise<Claim[]> {
  return (await owner.api(listTeamClaims, { params: { teamId: owner.personalTeamId } })).claims;
}

/** What the database says of a place. */
export async function readPlace(app: TestApp, { id }: PublishedPlace): Promise<{ teamId: string; state: ClaimState }> {
  const [row] = await app.context.sql<{ teamId: string; state: ClaimState }[]>`
    select team_id as "teamId", claim_state as state from blueprints where id = ${id}`;
  return row as { teamId: string; state: ClaimState };
}

/** Lets days pass. Sessions end meanwhile, so the people sign in again. */
export async function moveTime(app: TestApp, days: number, people: readonly TestPerson[]): Promise<void> {
  app.clock.advance(days * dayMs);
  for (const person of people) Object.assign(person, await app.signIn(person));
}

/** The same, and what is due then happens. */
export async function passDays(app: TestApp, days: number, people: readonly TestPerson[]): Promise<void> {
  await moveTime(app, days, people);
  await app.settle();
  await advanceClaims(app.context);
  await app.settle();
}

export async function listMails({ context, settle }: TestApp): Promise<Mail[]> {
  await settle();
  const rows = await context.sql<{ payload: Mail }[]>`
    select payload from graphile_worker._private_jobs jobs
    join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
    where tasks.identifier = 'send-mail' order by jobs.id`;
  return rows.map(({ payload }) => payload);
}
