import { limits } from "@blueprint/contract/limits";
import type { LinkAnswer } from "@blueprint/contract/link-check";
import { findLinkProblem } from "@blueprint/scene/link-problem";
import { listOutsideLinks } from "@blueprint/scene/outside-links";
import type { AppContext } from "../../platform/app-context.ts";
import type { BlueprintScope } from "../../platform/http/scope.ts";
import { type AddressAnswer, askAddress } from "../../platform/outbound/ask-address.ts";
import type { AddressJudge } from "../../platform/outbound/judged-request.ts";
import { isPublicAddress } from "../../platform/outbound/public-address.ts";
import { readVisitorScene } from "../scene/scene.service.ts";

export interface LinkCheckLimits {
  /** For one address, including redirects. */
  perAddressMs: number;
  inAllMs: number;
  atOnceMax: number;
  keptMs: number;
  keptMax: number;
}

export const linkCheckLimits: LinkCheckLimits = {
  perAddressMs: 5_000,
  inAllMs: 20_000,
  atOnceMax: 8,
  keptMs: 10 * 60_000,
  keptMax: 5_000,
};

type Answer = AddressAnswer | { outcome: "unknown"; cause: "not-asked"; status: null };
const notAsked: Answer = { outcome: "unknown", cause: "not-asked", status: null };

/** Checks external addresses and caches the answers for a while. One instance per server. */
export class LinkChecker {
  readonly #context: AppContext;
  readonly #limits: LinkCheckLimits;
  readonly #mayReach: AddressJudge;
  readonly #closing = new AbortController();
  /** By address, the oldest answer first. */
  readonly #kept = new Map<string, { answer: AddressAnswer; untilMs: number }>();

  constructor(context: AppContext, bounds: LinkCheckLimits = linkCheckLimits) {
    this.#context = context;
    this.#limits = bounds;
    this.#mayReach = context.config.webhooksToPrivateAddresses ? () => true : isPublicAddress;
  }

  /** Checks what visitors would find behind the links of the stored scene. */
  async checkLinks({ blueprintId }: BlueprintScope): Promise<{ links: LinkAnswer[]; leftOutCount: number }> {
    const found = listOutsideLinks(await readVisitorScene(this.#context, blueprintId));
    const links = this.#context.config.webhooksToPrivateAddresses
      ? found
      : found.filter((link) => findLinkProblem(link) === null);
    const asked = links.slice(0, limits.linksCheckedMax);
    const answers = await this.#askAll(new Set(asked.map(toAddress)));
    return {
      links: asked.map((url) => ({ url, ...(answers.get(toAddress(url)) ?? notAsked) })),
      leftOutCount: links.length - asked.length,
    };
  }

  /** Aborts running checks. */
  close(): void {
    this.#closing.abort();
  }

  async #askAll(addresses: ReadonlySet<string>): Promise<Map<string, AddressAnswer>> {
    const answers = new Map<string, AddressAnswer>();
    const waiting: string[] = [];
    for (const address of addresses) {
      const kept = this.#findKept(address);
      if (kept === null) waiting.push(address);
      else answers.set(address, kept);
    }
    const end = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(this.#limits.inAllMs)]);
    const askInTurn = async () => {
      for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
        const signal = AbortSignal.any([end, AbortSignal.timeout(this.#limits.perAddressMs)]);
        const answer = await askAddress({ url: address, mayReach: this.#mayReach, signal });
        // Cut short by the total time limit, this answer says nothing about the address.
        if (end.aborted && answer.cause === "no-answer") return;
        answers.set(address, answer);
        this.#keep(address, answer);
      }
    };
    await Promise.all(Array.from({ length: this.#limits.atOnceMax }, askInTurn));
    return answers;
  }

  #findKept(address: string): AddressAnswer | null {
    const kept = this.#kept.get(address);
    return kept !== undefined && kept.untilMs > this.#context.clock.now().getTime() ? kept.answer : null;
  }

  #keep(address: string, answer: AddressAnswer): void {
    this.#kept.delete(address);
    this.#kept.set(address, { answer, untilMs: this.#context.clock.now().getTime() + this.#limits.keptMs });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > this.#limits.keptMax && oldest !== undefined) this.#kept.delete(oldest);
  }
}

/** Links that differ only after # lead to the same address. */
function toAddress(link: string): string {
  const url = new URL(link);
  url.hash = "";
  return url.href;
}
