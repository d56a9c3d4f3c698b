import { Resolver } from "node:dns/promises";
import { domainProofPath, domainProofPrefix } from "@blueprint/contract/web-domains";
import type { AppContext } from "../app-context.ts";
import { isPublicAddress } from "./public-address.ts";
import { readOutbound } from "./read-outbound.ts";

const answerWithinMs = 5_000;
const pageBytesMax = 4_096;

/**
 * Whether the people who run a domain put a token at it: as a TXT record of the domain, or as a line of a page there.
 * Redirects are not followed: who can make a site redirect need not run it.
 * @param page where the page is; another place in tests only
 */
export async function proveDomain(
  { config }: Pick<AppContext, "config">,
  domain: string,
  token: string,
  page: URL = new URL(domainProofPath, `https://${domain}`),
): Promise<"dns" | "page" | null> {
  const wanted = domainProofPrefix + token;
  if (await isInTextRecords(config.dnsServers, domain, wanted)) return "dns";
  const mayReach = config.webhooksToPrivateAddresses ? () => true : isPublicAddress;
  const isOnPage = await readOutbound({
    url: page,
    mayReach,
    timeLimitMs: answerWithinMs,
    answerBytesMax: pageBytesMax,
  }).then(
    ({ status, text }) => status === 200 && text.split(/\r?\n/).some((line) => line.trim() === wanted),
    () => false,
  );
  return isOnPage ? "page" : null;
}

async function isInTextRecords(servers: readonly string[], domain: string, wanted: string): Promise<boolean> {
  const resolver = new Resolver({ timeout: answerWithinMs / 2, tries: 2 });
  if (servers.length > 0) resolver.setServers(servers);
  // A long record arrives in parts.
  return await resolver.resolveTxt(domain).then(
    (records) => records.some((parts) => parts.join("").trim() === wanted),
    () => false,
  );
}
