import { publishBlueprint, unpublishBlueprint } from "@blueprint/contract/blueprints";
import { limits } from "@blueprint/contract/limits";
import { createShortLink, listShortLinks, resolveShortLink } from "@blueprint/contract/short-links";
import { addSigns } from "@blueprint/contract/signs";
import {
  addWebDomain,
  confirmWebDomain,
  domainProofPrefix,
  listWebDomains,
  removeWebDomain,
} from "@blueprint/contract/web-domains";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DnsServer, startDnsServer } from "../../platform/outbound/testing/dns-server.ts";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/create-test-app.ts";
import { buildReadyScan } from "../scans/testing/scan-fixtures.ts";
import { isOfDomains } from "./web-domains.service.ts";

let dns: DnsServer;
let app: TestApp;
beforeAll(async () => {
  dns = await startDnsServer();
  app = await createTestApp({ config: { dnsServers: [dns.address] } });
});
afterAll(async () => {
  await app.close();
  await dns.close();
});

let made = 0;
async function confirm(owner: TestPerson, domain = `museum${++made}.org`) {
  const params = { teamId: owner.personalTeamId };
  const added = await owner.api(addWebDomain, { params, body: { domain } });
  dns.records.set(added.domain, [domainProofPrefix + added.token]);
  return await owner.api(confirmWebDomain, { params: { ...params, webDomainId: added.id } });
}

async function buildPlace() {
  const owner = await app.buildPerson();
  const { id: blueprintId } = await app.buildBlueprint(owner);
  await buildReadyScan(app, owner, blueprintId);
  const params = { blueprintId };
  await owner.api(publishBlueprint, { params, body: { basedOnVersion: 0, visibility: "unlisted" } });
  const link = (value: string) => owner.api(createShortLink, { params, body: { target: { kind: "outside", value } } });
  return { owner, params, link };
}
const resolve = (code: string) => app.anonymous(resolveShortLink, { params: { code } });

describe("a team's web domain", () => {
  it("is confirmed by its token in DNS, and not without it", async () => {
    const owner = await app.buildPerson();
    const params = { teamId: owner.personalTeamId };
    const added = await owner.api(addWebDomain, { params, body: { domain: " https://www.Museum.org/visit " } });
    expect(added).toMatchObject({ domain: "museum.org", method: null, confirmedAt: null });
    expect(await owner.api(addWebDomain, { params, body: { domain: "museum.org" } })).toEqual(added);
    const check = () => owner.api(confirmWebDomain, { params: { ...params, webDomainId: added.id } });
    await expect(check()).rejects.toMatchObject({ code: "web-domain-unproven" });
    dns.records.set("museum.org", [`${domainProofPrefix}another`]);
    await expect(check()).rejects.toMatchObject({ code: "web-domain-unproven" });
    dns.records.set("museum.org", ["v=spf1 -all", domainProofPrefix + added.token]);
    expect(await check()).toMatchObject({ method: "dns", confirmedAt: expect.any(String) });
    expect((await owner.api(listWebDomains, { params })).domains).toHaveLength(1);
  });

  it.each(["localhost", "10.0.0.1", "a.internal", "javascript:alert(1)", ""])("can't be %j", async (domain) => {
    const owner = await app.buildPerson();
    const params = { teamId: owner.personalTeamId };
    await expect(owner.api(addWebDomain, { params, body: { domain } })).rejects.toMatchObject({
      code: "invalid-input",
    });
  });

  it("is one of at most twenty", async () => {
    const owner = await app.buildPerson();
    const params = { teamId: owner.personalTeamId };
    for (let number = 0; number < limits.webDomainsPerTeamMax; number++)
      await owner.api(addWebDomain, { params, body: { domain: `d${number}.org` } });
    await expect(owner.api(addWebDomain, { params, body: { domain: "more.org" } })).rejects.toMatchObject({
      code: "web-domains-too-many",
    });
  });

  it("covers its subdomains by DNS, and only itself by a page", () => {
    const byDns = [{ domain: "museum.org", method: "dns" as const }];
    const byPage = [{ domain: "museum.org", method: "page" as const }];
    for (const address of ["https://museum.org/visit", "https://www.museum.org"])
      expect([isOfDomains(address, byDns), isOfDomains(address, byPage)]).toEqual([true, true]);
    expect(isOfDomains("https://shop.museum.org", byDns)).toBe(true);
    expect(isOfDomains("https://shop.museum.org", byPage)).toBe(false);
    for (const address of [
      "http://museum.org",
      "https://evilmuseum.org",
      "https://museum.org.evil.com",
      "https://museum.org@evil.com",
      "https://evil.com/museum.org",
      "javascript:alert(1)",
    ])
      expect(isOfDomains(address, byDns)).toBe(false);
  });
});

describe("a short link", () => {
  it("leads to a confirmed domain, is counted, and leads nowhere once the domain is removed", async () => {
    const { owner, params, link } = await buildPlace();
    const { id, domain } = await confirm(owner);
    const { code, problem } = await link(`https://tickets.${domain}/buy?x=1`);
    expect(problem).toBeNull();
    const follow = () => app.app.inject({ url: `/go?c=${code}`, headers: { host: new URL(app.url).host } });
    const answer = await follow();
    expect([answer.statusCode, answer.headers.location]).toEqual([302, `https://tickets.${domain}/buy?x=1`]);
    expect(answer.headers["cache-control"]).toBe("no-store");
    // The place needn't be open.
    await owner.api(unpublishBlueprint, { params });
    app.clock.advance(2_000);
    expect((await follow()).statusCode).toBe(302);
    await owner.api(removeWebDomain, { params: { teamId: owner.personalTeamId, webDomainId: id } });
    app.clock.advance(2_000);
    expect(await resolve(code)).toEqual({ state: "closed" });
    expect((await follow()).headers.location).toBeUndefined();
    const [listed] = (await owner.api(listShortLinks, { params })).links;
    expect(listed?.problem).toBe("domain-unconfirmed");
  });

  it("can't lead to a domain that is unconfirmed, or another team's", async () => {
    const { owner, params, link } = await buildPlace();
    const other = await app.buildPerson();
    const { domain } = await confirm(other);
    await expect(link(`https://${domain}`)).rejects.toMatchObject({
      code: "invalid-input",
      fields: { target: "Confirm this web domain in the team's settings first." },
    });
    const signs = [{ spot: "Door", target: { kind: "outside" as const, value: `https://${domain}` } }];
    await expect(owner.api(addSigns, { params, body: { signs } })).rejects.toMatchObject({ code: "invalid-input" });
    await expect(link("http://museum.org")).rejects.toMatchObject({ code: "invalid-input" });
  });
});
