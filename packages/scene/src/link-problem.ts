/**
 * `incomplete`: names nobody, such as a mail address without an @. `private`: leads into somebody's own network or
 * machine, where visitors are not.
 */
export type LinkProblem = "incomplete" | "private";

/** Ends of names that no public name server knows (RFC 6761, RFC 6762, RFC 8375, and what routers use). */
const privateName = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|test|invalid|home\.arpa)$/;
/** Loopback, private use, link-local, shared by providers, "this network" (RFC 6890). */
const privateIpv4 = /^(0|10|127|169\.254|192\.168|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./;
/** Loopback and unspecified, unique local, link-local; and IPv4 written as IPv6. */
const privateIpv6 = /^\[(::1?|f[cd][0-9a-f]{2}:.*|fe[89ab][0-9a-f]:.*|::ffff:.*)\]$/;
const mailAddress = /^[^@\s]+@[^@\s.]+(\.[^@\s.]+)+$/;
const digitsOfNumberMin = 3;

/** What is wrong with an address in itself, asking nobody. `link` is one that a document may hold. */
export function findLinkProblem(link: string): LinkProblem | null {
  const { protocol, hostname, pathname } = new URL(link);
  if (protocol === "mailto:") return mailAddress.test(pathname.split(",")[0] ?? "") ? null : "incomplete";
  if (protocol === "tel:") return pathname.replace(/\D/g, "").length >= digitsOfNumberMin ? null : "incomplete";
  return isPrivateHost(hostname.replace(/\.$/, "")) ? "private" : null;
}

// Addresses are normal here: URL writes 0x7f.1 as 127.0.0.1 and shortens IPv6.
function isPrivateHost(host: string): boolean {
  if (host.startsWith("[")) return privateIpv6.test(host);
  return !host.includes(".") || privateName.test(host) || privateIpv4.test(host);
}
