import { resendInvitations } from "@blueprint/contract/accounts";
import * as endpoints from "@blueprint/contract/teams";
import { emailSchema } from "@blueprint/contract/text";
import type { FastifyInstance } from "fastify";
import { LRUCache } from "lru-cache";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import { requireActor } from "../../platform/http/actor.ts";
import { mount } from "../../platform/http/mount-endpoint.ts";
import { requireStrongPassword } from "../../platform/password.ts";
import type { SignIn } from "../accounts/accounts.service.ts";
import {
  acceptInvitation,
  acceptWithNewAccount,
  askForInvitation,
  extendInvitation,
  getInvitation,
  inviteToTeam,
  rebindInvitation,
  resendInvitation,
  revokeInvitation,
} from "./invitations.service.ts";
import { resendOpenInvitations } from "./open-invitations.service.ts";

const attemptsPerMinute = 30;
/** One call mails up to a hundred people who did not ask for it. */
const mailingsPerMinuteMax = 60;
/** All go to the same mailbox. */
const resendsPerMinuteMax = 20;

const linkRequestsPerMinuteMax = 5;
const linkEveryMs = 10 * 60_000;

export interface InvitationRouteDeps {
  hashPassword: (password: string) => Promise<string>;
  /** Starts the session of a new account and sets its cookie on the reply. */
  signInNewAccount: SignIn;
}

export function registerInvitationRoutes(app: FastifyInstance, context: AppContext, deps: InvitationRouteDeps): void {
  const recentlySent = new LRUCache<string, true>({
    max: 10_000,
    ttl: linkEveryMs,
    perf: { now: () => context.clock.monotonicMs() },
  });
  mount(
    app,
    resendInvitations,
    async ({ body }) => {
      // Any client may ask for any address: do not flood its mailbox.
      if (!recentlySent.has(body.email)) {
        recentlySent.set(body.email, true);
        await resendOpenInvitations(context, body.email);
      }
      return { received: true as const };
    },
    { perMinuteMax: linkRequestsPerMinuteMax },
  );
  mount(
    app,
    endpoints.inviteToTeam,
    ({ request, params, body }) =>
      inviteToTeam(context, requireActor(request), params.teamId, { ...body, message: body.message ?? "" }),
    { perMinuteMax: mailingsPerMinuteMax },
  );
  mount(app, endpoints.getInvitation, ({ request, params }) => getInvitation(context, request.actor, params.token), {
    perMinuteMax: attemptsPerMinute,
  });
  mount(
    app,
    endpoints.acceptInvitationWithNewAccount,
    async ({ request, reply, params, body: { name, password, ...body } }) => {
      const email = emailSchema.safeParse(body.email);
      if (!email.success) throw new AppError("invalid-email");
      await requireStrongPassword(password);
      const passwordHash = await deps.hashPassword(password);
      const { teamId } = await acceptWithNewAccount(context, params.token, { email: email.data, name, passwordHash });
      await deps.signInNewAccount(request, reply, email.data, password);
      return { teamId };
    },
    { perMinuteMax: attemptsPerMinute },
  );
  mount(app, endpoints.acceptInvitation, ({ request, params }) =>
    acceptInvitation(context, requireActor(request), params.token),
  );
  mount(
    app,
    endpoints.askForInvitation,
    async ({ request, params }) => {
      await askForInvitation(context, requireActor(request), params.token);
      return { asked: true as const };
    },
    { perMinuteMax: attemptsPerMinute },
  );
  mount(
    app,
    endpoints.resendInvitation,
    ({ request, params }) => resendInvitation(context, requireActor(request), params),
    { perMinuteMax: resendsPerMinuteMax },
  );
  mount(app, endpoints.extendInvitation, ({ request, params }) =>
    extendInvitation(context, requireActor(request), params),
  );
  mount(app, endpoints.revokeInvitation, ({ request, params }) =>
    revokeInvitation(context, requireActor(request), params),
  );
  mount(app, endpoints.rebindInvitation, ({ request, params }) =>
    rebindInvitation(context, requireActor(request), params),
  );
}
