import {
  type Claim,
  chooseClaimDomain,
  findClaimablePlace,
  listClaimCodes,
  mailClaimLink,
  makeClaimCode,
  makeOperatorClaimCode,
  proveClaimByCode,
  proveClaimByDomain,
  proveClaimByMail,
  removeClaimCode,
  takeOwnClaimStep,
} from "@blueprint/contract/claims";
import { beforeEach, describe, expect, it } from "vitest";
import { type DnsServer, startDnsServer } from "../../platform/outbound/testing/dns-server.ts";
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
let dns: DnsServer;
let place: PublishedPlace;
let claimant: TestPerson;
let claim: Claim;

beforeEach(async () => {
  dns = await startDnsServer();
  const { dnsServers } = { dnsServers: [dns.address] };
  app = await createTestApp({ config: { dnsServers } });
  place = await publishPlace(app);
  claimant = await app.buildPerson({ name: "Ada <i>Lovelace</i>" });
  claim = await start(claimant, place);
  return async () => {
    await app.close();
    await dns.close();
  };
});

const ofClaim = () => ({ claimId: claim.id });
const tryCode = (code: string, person = claimant, id = claim.id) =>
  person.api(proveClaimByCode, { params: { claimId: id }, body: { code } });
const makeCode = async (of = place, label = "Front desk") =>
  (await of.owner.api(makeClaimCode, { params: { blueprintId: of.id }, body: { label } })).code;

describe("a code from the venue", () => {
  it("proves one claim, once, and is shown once", async () => {
    const code = await makeCode();
    expect(code).toMatch(/^([2-9CDFGHJKMNPRTVWX]{4}-){2}[2-9CDFGHJKMNPRTVWX]{4}$/);
    expect(await tryCode(code)).toMatchObject({ stage: "waiting", proof: "code" });
    const other = await app.buildPerson();
    const second = await start(other, place);
    expect(await outcome(tryCode(code, other, second.id))).toBe("claim-code-wrong");
    const { codes } = await place.owner.api(listClaimCodes, { params: { blueprintId: place.id } });
    expect(codes).toMatchObject([{ label: "Front desk", state: "used" }]);
    expect(JSON.stringify(codes)).not.toContain(code);
    const rows = await app.context.sql`select * from claim_codes`;
    expect(JSON.stringify(rows)).not.toContain(code.replaceAll("-", ""));
  });

  it("may come in an operator's letter, which the team doesn't see", async () => {
    const operator = await app.buildPerson({ isOperator: true });
    const { code } = await operator.api(makeOperatorClaimCode, { body: { slug: place.slug, label: "1 Quay" } });
    expect((await place.owner.api(listClaimCodes, { params: { blueprintId: place.id } })).codes).toEqual([]);
    expect(await tryCode(code)).toMatchObject({ stage: "waiting" });
  });

  it("gets the same answer whether it is wrong, used, removed, expired or another place's", async () => {
    const removed = await makeCode();
    const { codes } = await place.owner.api(listClaimCodes, { params: { blueprintId: place.id } });
    await place.owner.api(removeClaimCode, { params: { blueprintId: place.id, claimCodeId: codes[0]!.id } });
    const elsewhere = await makeCode(await publishPlace(app));
    const expired = await makeCode();
    await app.context.sql`update claim_codes set expires_at = now() where label = 'Front desk' and used_at is null`;
    for (const code of ["", "2222-2222-2222", "not a code at all", removed, expired, elsewhere])
      expect(await outcome(tryCode(code)), code).toBe("claim-code-wrong");
    expect(await ownClaim(claimant, claim.id)).toMatchObject({ stage: "proving" });
  });

  it("can't be guessed by the thousand: network and claim wait, for right codes, too", async () => {
    const code = await makeCode();
    for (let guesses = 0; guesses < 9; guesses++)
      expect(await outcome(tryCode("2222-2222-2222"))).toBe("claim-code-wrong");
    expect(await outcome(tryCode(code))).toBe("too-many-requests");
    // Another claim from the same network waits, too.
    const other = await app.buildPerson();
    const second = await start(other, place);
    expect(await outcome(tryCode("2222-2222-2222", other, second.id))).toBe("too-many-requests");
    await app.context.sql`update attempts set next_at = now()`;
    expect(await tryCode(code)).toMatchObject({ stage: "waiting" });
  });

  it("is limited in number, and for those who may give the place away", async () => {
    for (let made = 0; made < 20; made++) await makeCode();
    expect(await outcome(makeCode())).toBe("claim-codes-too-many");
    const editor = await app.buildMember(place.owner.personalTeamId, "editor");
    const call = editor.api(makeClaimCode, { params: { blueprintId: place.id }, body: { label: "x" } });
    expect(await outcome(call)).toBe("forbidden");
  });

  it("belongs to the claimant's own claim", async () => {
    const code = await makeCode();
    expect(await outcome(tryCode(code, await app.buildPerson()))).toBe("not-found");
  });
});

describe("a mail at the venue's domain", () => {
  const send = (email: string) => claimant.api(mailClaimLink, { params: ofClaim(), body: { email } });
  const confirm = (token: string, person = claimant) =>
    person.api(proveClaimByMail, { params: ofClaim(), body: { token } });
  async function readToken(to: string): Promise<string> {
    const mail = (await listMails(app)).findLast((one) => one.to === to);
    const [, token = ""] = /\/claim-blueprint\?claim=[\w-]+&proof=([\w-]+)/.exec(mail?.text ?? "") ?? [];
    return token;
  }

  it("carries a link that works for the claimant only, once", async () => {
    expect((await app.anonymous(findClaimablePlace, { params: { slug: place.slug } })).domains).toEqual([
      "museum-of-rope.org",
    ]);
    expect(await send("Director@Museum-of-Rope.org")).toMatchObject({
      stage: "proving",
      domain: { name: "museum-of-rope.org", isNamed: true, mailedTo: "director@museum-of-rope.org" },
    });
    const token = await readToken("director@museum-of-rope.org");
    const [mail] = (await listMails(app)).filter(({ to }) => to === "director@museum-of-rope.org");
    expect(mail?.html).not.toContain("<i>Lovelace");
    expect(await outcome(confirm(token, await app.buildPerson()))).toBe("claim-link-expired");
    expect(await outcome(confirm("x"))).toBe("claim-link-expired");
    expect(await confirm(token)).toMatchObject({ stage: "waiting", proof: "mail" });
    expect(await outcome(confirm(token))).toBe("claim-link-expired");
    expect(await teamClaims(place)).toMatchObject([
      { domain: { name: "museum-of-rope.org", token: null, mailedTo: null } },
    ]);
    await passDays(app, 14, [claimant]);
    expect(await readPlace(app, place)).toMatchObject({ teamId: claimant.personalTeamId });
  });

  it("works for 24 hours", async () => {
    await send("a@museum-of-rope.org");
    const token = await readToken("a@museum-of-rope.org");
    await moveTime(app, 1, [claimant]);
    expect(await outcome(confirm(token))).toBe("claim-link-expired");
  });

  it.each([
    ["ada@gmail.com", "claim-domain-unusable"],
    ["ada@facebook.com", "claim-domain-unusable"],
    ["ada@rope-fans.org", "claim-mail-not-venue"],
    ["ada@mail.museum-of-rope.org", "claim-mail-not-venue"],
  ])("isn't sent to %s", async (email, code) => {
    expect(await outcome(send(email))).toBe(code);
    expect(await listMails(app)).toEqual([]);
  });

  it("goes out three times, then more slowly", async () => {
    for (let sent = 0; sent < 3; sent++) await send("a@museum-of-rope.org");
    expect(await outcome(send("a@museum-of-rope.org"))).toBe("too-many-requests");
  });
});

describe("the proof of a domain", () => {
  const choose = (domain: string) => claimant.api(chooseClaimDomain, { params: ofClaim(), body: { domain } });
  const check = () => claimant.api(proveClaimByDomain, { params: ofClaim() });

  it("is enough if the place names the domain", async () => {
    const chosen = await choose("https://www.museum-of-rope.org/");
    expect(chosen.domain).toMatchObject({ name: "museum-of-rope.org", isNamed: true });
    dns.records.set("museum-of-rope.org", [`blueprint-verification=${chosen.domain?.token}`]);
    expect(await check()).toMatchObject({ stage: "waiting", proof: "dns" });
    await passDays(app, 14, [claimant]);
    expect(await ownClaim(claimant, claim.id)).toMatchObject({ stage: "accepted" });
  });

  it("of another domain is for an operator to judge", async () => {
    const chosen = await choose("rope-fans.org");
    expect(chosen.domain).toMatchObject({ isNamed: false });
    dns.records.set("rope-fans.org", [`blueprint-verification=${chosen.domain?.token}`]);
    expect(await check()).toMatchObject({ stage: "waiting", proof: "dns", steps: ["prove", "withdraw"] });
    await passDays(app, 14, [claimant]);
    expect(await ownClaim(claimant, claim.id)).toMatchObject({ stage: "review" });
  });

  it("says nothing about a domain that is chosen afterwards", async () => {
    const chosen = await choose("rope-fans.org");
    dns.records.set("rope-fans.org", [`blueprint-verification=${chosen.domain?.token}`]);
    await check();
    expect(await choose("museum-of-rope.org")).toMatchObject({ stage: "waiting", proof: null, provenAt: null });
    await passDays(app, 14, [claimant]);
    expect(await ownClaim(claimant, claim.id)).toMatchObject({ stage: "review" });
  });

  it("fails without the token of this claim, and the claim goes on", async () => {
    expect(await outcome(check())).toBe("claim-domain-unproven");
    await choose("museum-of-rope.org");
    dns.records.set("museum-of-rope.org", ["blueprint-verification=other"]);
    expect(await outcome(check())).toBe("claim-domain-unproven");
    const submitted = claimant.api(takeOwnClaimStep, { params: ofClaim(), body: { step: "submit" } });
    expect(await submitted).toMatchObject({ stage: "waiting" });
  });

  it.each(["gmail.com", "localhost", "10.0.0.1", "museum", "<b>.org"])("isn't possible for %s", async (domain) => {
    expect(await outcome(choose(domain))).toBe("claim-domain-unusable");
  });
});
