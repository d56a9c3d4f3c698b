import { isIP } from "node:net";
import { domainToASCII } from "node:url";

const domainCharactersMax = 253;
/** Names that never belong to a venue in the public DNS. */
const localEndings = /\.(local|localhost|internal|lan|home|arpa|onion|test|example|invalid)$/;
const dotted = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/;

/**
 * A domain as people type it or take it from an address, in ASCII and without `www.`; null for what is none in the public
 * DNS.
 */
export function readWebDomain(typed: string): string | null {
  const host = typed
    .trim()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, "")
    .replace(/[/?#].*$/s, "")
    .replace(/:\d+$/, "")
    .replace(/\.$/, "");
  const domain = domainToASCII(host).replace(/^www\./, "");
  if (domain.length > domainCharactersMax || isIP(domain) !== 0) return null;
  return dotted.test(domain) && !localEndings.test(domain) ? domain : null;
}

/** Web domains that a text names: in addresses, or written alone. Domains of mail addresses don't count. */
export function listWebDomains(text: string): string[] {
  const found =
    text.match(
      /(?<![\p{L}\p{N}@._-])(?:https?:\/\/)?[\p{L}\p{N}][\p{L}\p{N}.-]*\.[\p{L}][\p{L}\p{N}-]+(?![\p{L}\p{N}@-])/giu,
    ) ?? [];
  return [...new Set(found.flatMap((part) => readWebDomain(part) ?? []))];
}
