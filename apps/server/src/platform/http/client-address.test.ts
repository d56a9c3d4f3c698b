import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { createClientAddresses, toAddressGroup } from "./client-address.ts";

describe("the group that an address is counted in", () => {
  it.each([
    ["192.0.2.7", "192.0.2.7"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:0DB8:0001:0002::1", "2001:db8:1:2::/64"],
    ["2001:db8::5", "2001:db8:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
  ])("%s is %s", (address, group) => {
    expect(toAddressGroup(address)).toBe(group);
  });
});

describe("the client's address", () => {
  const ask = (from: string, headers: Record<string, string>) => {
    const socket = new Socket();
    Object.defineProperty(socket, "remoteAddress", { value: from });
    return Object.assign(new IncomingMessage(socket), { headers });
  };
  const addresses = createClientAddresses(["10.0.0.0/8"]);

  it.each([
    ["a stranger who claims to pass somebody on", "192.0.2.1", "203.0.113.9", "192.0.2.1"],
    ["a proxy", "10.1.2.3", "203.0.113.9", "203.0.113.9"],
    ["a proxy behind another one", "10.1.2.3", "198.51.100.1, 203.0.113.9, 10.9.9.9", "203.0.113.9"],
  ])("%s", (_, from, forwarded, client) => {
    expect(addresses.read(ask(from, { "x-forwarded-for": forwarded }))).toBe(client);
  });

  it("accepts a proxy's forwarded host name, and nobody else's", () => {
    const headers = { host: "inner:8080", "x-forwarded-host": "places.example.org" };
    expect(addresses.readHost(ask("10.1.2.3", headers))).toBe("places.example.org");
    expect(addresses.readHost(ask("192.0.2.1", headers))).toBe("inner:8080");
  });
});
