import { readShortCode } from "@blueprint/contract/short-code";
import type { ShortLinkAnswer } from "@blueprint/contract/short-links";
import { LRUCache } from "lru-cache";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Actor } from "../../platform/http/actor.ts";
import { toAddressGroup } from "../../platform/http/client-address.ts";
import { logSecurityOnce } from "../../platform/security-log.ts";
import { type BlueprintRow, findServedById, isForVisitors } from "../blueprints/blueprints.service.ts";
import { beginAttempt } from "../people/attempts.service.ts";
import { requireOpenPlace } from "../published/published.service.ts";
import { isOfDomains, listConfirmedDomains } from "../web-domains/web-domains.service.ts";
import { findByCode, findTeamOf } from "./short-links.repository.ts";
import { toState, toTarget } from "./short-links.service.ts";

/** Networks that this server refuses for a while. */
const refusedNetworksMax = 10_000;
/** A popular link is read once a second. The place that it opens checks its own rights each time. */
const keptForMs = 1_000;
const keptLinksMax = 10_000;

interface KnownLink {
  readonly link: NonNullable<Awaited<ReturnType<typeof findByCode>>>;
  /** The link's blueprint, while it is served. */
  readonly served: BlueprintRow | null;
  /** Whether it leads to another site, on a domain that its team has confirmed. */
  readonly isOutsideOpen: boolean;
  /** By the monotonic clock. */
  readonly readAtMs: number;
}

export interface Follower {
  readonly actor: Actor | null;
  readonly ipAddress: string;
}

/** Where a code leads, and the link to count; null for codes that lead nowhere. */
export interface Followed {
  readonly answer: ShortLinkAnswer;
  readonly linkId: string | null;
}

/** Follows short links, and slows down networks that guess codes. */
export class ShortLinkFollower {
  readonly #context: AppContext;
  /** Until when, by the monotonic clock. */
  readonly #refused = new LRUCache<string, number>({ max: refusedNetworksMax });
  readonly #known = new LRUCache<string, KnownLink>({ max: keptLinksMax });

  constructor(context: AppContext) {
    this.#context = context;
  }

  /** @throws AppError too-many-requests after many codes that don't exist, from any server */
  async follow(typed: string, { actor, ipAddress }: Follower): Promise<Followed> {
    const nowhere = (answer: ShortLinkAnswer): Followed => ({ answer, linkId: null });
    const code = readShortCode(typed);
    // Says nothing about which codes exist: everyone can work out the check character.
    if (code === null) return nowhere({ state: "mistyped" });
    const network = toAddressGroup(ipAddress);
    this.#requireNotRefused(network);
    const known = await this.#find(code);
    if (known === null) {
      await this.#countGuess(network, ipAddress);
      return nowhere({ state: "unknown" });
    }
    const { link, served } = known;
    const state = toState(link, this.#context.clock.now());
    if (state === "retired") return nowhere({ state, message: link.retiredMessage });
    if (state === "expired") return nowhere({ state });
    const target = toTarget(link);
    if (target.kind === "outside")
      return known.isOutsideOpen
        ? { answer: { state: "outside", url: target.value }, linkId: link.id }
        : nowhere({ state: "closed" });
    const slug = served === null ? null : await this.#findOpenSlug(served, actor);
    if (slug === null) return nowhere({ state: "closed" });
    const params = new URLSearchParams({
      b: slug,
      ...(target.kind === "place" ? {} : { [target.kind]: target.value }),
    });
    return { answer: { state: "open", path: `/webxr?${params}` }, linkId: link.id };
  }

  /** Call it after a change, so that this server reads the link again. */
  forget(code: string): void {
    this.#known.delete(code);
  }

  async #find(code: string): Promise<KnownLink | null> {
    const { db, clock } = this.#context;
    const readAtMs = clock.monotonicMs();
    const known = this.#known.get(code);
    if (known !== undefined && readAtMs - known.readAtMs < keptForMs) return known;
    const link = await findByCode(db, code);
    if (link === null) return null;
    const served = link.blueprintId === null ? null : await findServedById(db, link.blueprintId, clock.now());
    const isOutsideOpen = link.targetKind === "outside" && (await this.#isOutsideOpen(link));
    const read = { link, served, isOutsideOpen, readAtMs };
    this.#known.set(code, read);
    return read;
  }

  /** Outside addresses don't need the place to be open, but its team has to have it, and the domain. */
  async #isOutsideOpen({ blueprintId, targetValue }: KnownLink["link"]): Promise<boolean> {
    const teamId = blueprintId === null ? null : await findTeamOf(this.#context.db, blueprintId);
    return teamId !== null && isOfDomains(targetValue, await listConfirmedDomains(this.#context.db, teamId));
  }

  /** The place's name in addresses; null for those who may not open it, who must not learn it either. */
  async #findOpenSlug(served: BlueprintRow, actor: Actor | null): Promise<string | null> {
    if (isForVisitors(served)) return served.slug;
    if (actor === null) return null;
    return await requireOpenPlace(this.#context, served.slug, { actor }).then(
      () => served.slug,
      (error: unknown) => {
        if (error instanceof AppError) return null;
        throw error;
      },
    );
  }

  #requireNotRefused(network: string): void {
    const waitMs = (this.#refused.get(network) ?? 0) - this.#context.clock.monotonicMs();
    if (waitMs > 0) throw new AppError("too-many-requests", { retryAfterSeconds: Math.ceil(waitMs / 1000) });
  }

  async #countGuess(network: string, ipAddress: string): Promise<void> {
    const retryAfterSeconds = await beginAttempt(this.#context, "short-link", network);
    if (retryAfterSeconds === 0) return;
    this.#refused.set(network, this.#context.clock.monotonicMs() + retryAfterSeconds * 1000);
    logSecurityOnce(this.#context, `short-link ${network}`, "request.limited", { ipAddress, route: "/go" });
    throw new AppError("too-many-requests", { retryAfterSeconds });
  }
}
