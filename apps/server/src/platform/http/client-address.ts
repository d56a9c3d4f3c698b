import type { IncomingMessage } from "node:http";
import { isIPv4, isIPv6 } from "node:net";
import proxyAddr from "@fastify/proxy-addr";

/** Determines a connection's client, trusting only the configured proxies. */
export interface ClientAddresses {
  /** Whether an address is that of a configured proxy. */
  isProxy(address: string | undefined): boolean;
  /** The client's address, as the framework determines it for a request. */
  read(request: IncomingMessage): string;
  /** The host name that the client requested, as forwarded by the nearest proxy. */
  readHost(request: IncomingMessage): string | undefined;
}

export function createClientAddresses(trustedProxies: readonly string[]): ClientAddresses {
  const isTrusted = proxyAddr.compile([...trustedProxies]);
  const isProxy = (address: string | undefined) => address !== undefined && isTrusted(address, 0);
  return {
    isProxy,
    read: (request) => proxyAddr(request, isTrusted) ?? "",
    readHost: (request) => {
      const { host, "x-forwarded-host": forwarded } = request.headers;
      if (forwarded === undefined || !isProxy(request.socket.remoteAddress)) return host;
      return [forwarded].flat().join(",").split(",").at(-1)?.trim();
    },
  };
}

/** What an address counts as: itself, or its IPv6 /64, which is one household or one machine. */
export function toAddressGroup(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined || isIPv4(address)) return mapped ?? address;
  if (!isIPv6(address)) return address;
  const [head = "", tail = ""] = address.replace(/%.*$/, "").split("::");
  const split = (part: string) => (part === "" ? [] : part.split(":"));
  const [front, back] = [split(head), split(tail)];
  const missing = Math.max(0, 8 - front.length - back.length);
  const groups = [...front, ...Array.from({ length: missing }, () => "0"), ...back];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}
