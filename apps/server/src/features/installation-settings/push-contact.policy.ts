import { isIP } from "node:net";
import type { InstallationSettings } from "@blueprint/contract/installation-settings";
import type { Config } from "../../config.ts";
import { toSenderAddress } from "../../platform/mail/sender-address.ts";

/**
 * The operators' contact for push services (RFC 8292 §2.1), an `https:` or `mailto:` URI. Null if no public one is
 * known: some push services reject a made-up contact, others stop delivering.
 */
export function toPushContact(
  { supportEmail }: Pick<InstallationSettings, "supportEmail">,
  { publicUrl, mailFrom }: Pick<Config, "publicUrl" | "mailFrom">,
): string | null {
  const { protocol, hostname, origin } = new URL(publicUrl);
  for (const address of [
    supportEmail,
    protocol === "https:" && isPublicName(hostname) ? origin : "",
    toSenderAddress(mailFrom),
  ]) {
    if (address.startsWith("https:")) return address;
    const [, domain = ""] = /^[^@\s]+@([^@\s]+)$/.exec(address) ?? [];
    if (isPublicName(domain)) return `mailto:${address}`;
  }
  return null;
}

/** Names without a dot and those reserved by RFC 6761 and RFC 8375 resolve differently on every network. */
function isPublicName(name: string): boolean {
  const isLocal = /(^|\.)(localhost|local|localdomain|home\.arpa|internal|test|invalid)$/i.test(name);
  return name.includes(".") && !name.startsWith("[") && isIP(name) === 0 && !isLocal;
}
