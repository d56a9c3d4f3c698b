import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { domainProofPath } from "@blueprint/contract/web-domains";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readConfig } from "../../config.ts";
import { proveDomain } from "./prove-domain.ts";
import { type DnsServer, startDnsServer } from "./testing/dns-server.ts";

const token = "k3y";
const line = `blueprint-verification=${token}`;
let dns: DnsServer;
let site: Server;
let answer: RequestListener;
let asked: string[];

beforeEach(async () => {
  dns = await startDnsServer();
  asked = [];
  answer = (_, response) => response.writeHead(404).end();
  site = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    answer(request, response);
  });
  await new Promise<void>((done) => site.listen(0, "127.0.0.1", done));
  return async () => {
    await dns.close();
  };
});
afterEach(async () => {
  site.closeAllConnections();
  await new Promise((done) => site.close(done));
});

function prove(webhooksToPrivateAddresses = true) {
  const config = { ...readConfig({}, "/tmp"), dnsServers: [dns.address], webhooksToPrivateAddresses };
  const page = new URL(domainProofPath, `http://127.0.0.1:${(site.address() as AddressInfo).port}`);
  return proveDomain({ config }, "museum-of-rope.org", token, page);
}

describe("the proof of a domain", () => {
  it("is a TXT record among others, long ones included", async () => {
    dns.records.set("museum-of-rope.org", ["v=spf1 -all", "x".repeat(300), ` ${line} `]);
    expect(await prove()).toBe("dns");
    expect(asked).toEqual([]);
  });

  it("is a line of the page at the domain", async () => {
    answer = (_, response) => response.end(`# ours\r\n${line}\r\n`);
    expect(await prove()).toBe("page");
    expect(asked).toEqual(["GET /.well-known/blueprint-verification.txt"]);
  });

  it.each<[string, RequestListener]>([
    ["nothing is there", (_, response) => response.writeHead(404).end(line)],
    ["the site redirects", (_, response) => response.writeHead(302, { location: "/elsewhere.txt" }).end(line)],
    ["another token is there", (_, response) => response.end("blueprint-verification=other")],
    ["the token is part of a longer one", (_, response) => response.end(`${line}s`)],
    ["the token stands far down", (_, response) => response.end(`${"\n".repeat(5_000)}${line}`)],
    ["the site hangs up", (request) => request.destroy()],
  ])("fails if %s", async (_, listener) => {
    answer = listener;
    dns.records.set("museum-of-rope.org", ["blueprint-verification=another"]);
    dns.records.set("other.org", [line]);
    expect(await prove()).toBeNull();
  });

  it("never asks an address of the server's own network", async () => {
    answer = (_, response) => response.end(line);
    expect(await prove(false)).toBeNull();
    expect(asked).toEqual([]);
  });
});
