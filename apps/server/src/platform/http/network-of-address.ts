import { normalizeIP } from "@fastify/rate-limit";

/** What one subscriber holds: an IPv4 address, mapped into IPv6 or not, or the /64 of an IPv6 address. */
export function toNetwork(ipAddress: string): string {
  return normalizeIP(ipAddress, 64);
}
