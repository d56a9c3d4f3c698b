import { resendInvitations } from "@blueprint/contract/accounts";
import * as endpoints from "@blueprint/contract/teams";
import { emailSchema } from "@blueprint/contract/text";
import type { FastifyInstance } from "fastify";
import { LRUCache } from "lru-cache";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import { mount } from "../../platform/http/mount-endpoint.ts";
import { requireStrongPassword } from "../../platform/password.ts";
import type { SignIn } from "../people/accounts.service.ts";
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

/** Unless more sign-ins are allowed: a group that joins together shares an address as one that signs in does. */
const attemptsPerMinuteMin = 30;
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
  const attemptsPerMinute = Math.max(attemptsPerMinuteMin, context.config.signInAttemptsPerMinute);
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
    ({ actor, scope, body }) => inviteToTeam(context, actor, scope, { ...body, message: body.message ?? "" }),
    { perMinuteMax: mailingsPerMinuteMax },
  );
  mount(app, endpoints.getInvitation, ({ actor, params }) => getInvitation(context, actor, params.token), {
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
  mount(app, endpoints.acceptInvitation, ({ actor, params }) => acceptInvitation(context, actor, params.token));
  mount(
    app,
    endpoints.askForInvitation,
    async ({ actor, params }) => {
      await askForInvitation(context, actor, params.token);
      return { asked: true as const };
    },
    { perMinuteMax: attemptsPerMinute },
  );
  mount(
    app,
    endpoints.resendInvitation,
    ({ actor, scope, params }) => resendInvitation(context, actor, scope, params.invitationId),
    { perMinuteMax: resendsPerMinuteMax },
  );
  mount(app, endpoints.extendInvitation, ({ actor, scope, params }) =>
    extendInvitation(context, actor, scope, params.invitationId),
  );
  mount(app, endpoints.revokeInvitation, ({ actor, scope, params }) =>
    revokeInvitation(context, actor, scope, params.invitationId),
  );
  mount(app, endpoints.rebindInvitation, ({ actor, scope, params }) =>
    rebindInvitation(context, actor, scope, params.invitationId),
  );
}
