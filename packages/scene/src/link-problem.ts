/**
 * `incomplete`: has no recipient, such as a mail address without an @. `private`: leads into a private network or to a
 * local machine, which visitors cannot reach.
 */
export type LinkProblem = "incomplete" | "private";

/** Suffixes that no public name server resolves (RFC 6761, RFC 6762, RFC 8375, and those used by routers). */
const privateName = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|test|invalid|home\.arpa)$/;
/** Loopback, private use, link-local, carrier-grade NAT, "this network" (RFC 6890). */
const privateIpv4 = /^(0|10|127|169\.254|192\.168|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./;
/** Loopback and unspecified, unique local, link-local, and IPv4-mapped. */
const privateIpv6 = /^\[(::1?|f[cd][0-9a-f]{2}:.*|fe[89ab][0-9a-f]:.*|::ffff:.*)\]$/;
const mailAddress = /^[^@\s]+@[^@\s.]+(\.[^@\s.]+)+$/;
const digitsOfNumberMin = 3;

/** The problem of an address, judged without a network request. `link` is one that a document may hold. */
export function findLinkProblem(link: string): LinkProblem | null {
  const { protocol, hostname, pathname } = new URL(link);
  if (protocol === "mailto:") return mailAddress.test(pathname.split(",")[0] ?? "") ? null : "incomplete";
  if (protocol === "tel:") return pathname.replace(/\D/g, "").length >= digitsOfNumberMin ? null : "incomplete";
  return isPrivateHost(hostname.replace(/\.$/, "")) ? "private" : null;
}

// Addresses are normalised here: URL writes 0x7f.1 as 127.0.0.1 and shortens IPv6.
function isPrivateHost(host: string): boolean {
  if (host.startsWith("[")) return privateIpv6.test(host);
  return !host.includes(".") || privateName.test(host) || privateIpv4.test(host);
}
