import * as endpoints from "@blueprint/contract/account";
import type { UserId } from "@blueprint/contract/ids";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import { readOrigin, requireActor } from "../../platform/http/actor.ts";
import { mount } from "../../platform/http/mount-endpoint.ts";
import { sendStoredBytes } from "../../platform/http/send-stored-bytes.ts";
import type { SessionReader } from "../../platform/http/session.ts";
import { logSecurity } from "../../platform/security-log.ts";
import {
  changePassword,
  confirmByPassword,
  confirmEmailChange,
  getSignInMethods,
  removePasskey,
  requestEmailChange,
  unlinkGoogle,
} from "./account.service.ts";
import {
  addPasskey,
  beginPasskey,
  beginPasskeyConfirmation,
  beginPasskeySignIn,
  checkPasskey,
  confirmByPasskey,
} from "./passkeys.service.ts";
import { deletePhoto, findPhoto, putPhoto } from "./photos.service.ts";

export interface AccountSettingsDeps {
  sessions: Pick<SessionReader, "forget">;
  /** Opens a session for a user whose passkey was verified: sets its cookie on the reply. */
  openSession: (request: FastifyRequest, reply: FastifyReply, userId: UserId) => Promise<void>;
}

/** Changes to one's own account, and sign-in with a passkey. */
export function registerAccountSettingsRoutes(
  app: FastifyInstance,
  context: AppContext,
  { sessions, openSession }: AccountSettingsDeps,
): void {
  // These endpoints take passwords: they have the rate limit of the sign-in.
  const guarded = { perMinuteMax: context.config.signInAttemptsPerMinute };

  mount(app, endpoints.getSignInMethods, ({ actor }) => getSignInMethods(context.db, context, actor));
  mount(
    app,
    endpoints.requestEmailChange,
    ({ actor, body: { email, password } }) => requestEmailChange(context, actor, { email, password }),
    guarded,
  );
  mount(
    app,
    endpoints.confirmEmailChange,
    ({ request, params }) => confirmEmailChange(context, params.token, readOrigin(request)),
    guarded,
  );
  mount(
    app,
    endpoints.confirmIdentity,
    async ({ actor, body }) => {
      if ("password" in body) await confirmByPassword(context, actor, body.password);
      else await confirmByPasskey(context, actor, body.response);
      return { confirmed: true as const };
    },
    guarded,
  );
  mount(
    app,
    endpoints.beginPasskeyConfirmation,
    async ({ actor }) => ({ options: await beginPasskeyConfirmation(context, actor) }),
    guarded,
  );
  mount(
    app,
    endpoints.changePassword,
    async ({ actor, body: { password, newPassword } }) => {
      const ended = await changePassword(context, actor, { password, newPassword });
      for (const token of ended) sessions.forget(token);
      return { sessionsEnded: ended.length };
    },
    guarded,
  );
  mount(app, endpoints.unlinkGoogle, ({ actor }) => unlinkGoogle(context, actor));
  mount(
    app,
    endpoints.beginPasskey,
    async ({ actor, body }) => ({ options: await beginPasskey(context, actor, body.password) }),
    guarded,
  );
  mount(app, endpoints.addPasskey, ({ actor, body }) => addPasskey(context, actor, body));
  mount(app, endpoints.removePasskey, ({ actor, params }) => removePasskey(context, actor, params.passkeyId));
  mount(app, endpoints.beginPasskeySignIn, async () => ({ options: await beginPasskeySignIn(context) }), guarded);
  mount(
    app,
    endpoints.signInWithPasskey,
    async ({ request, reply, body }) => {
      const userId = await checkPasskey(context, body.response).catch((error: unknown) => {
        const facts = { ipAddress: request.ip, method: "passkey", reason: "passkey-refused" } as const;
        logSecurity(context, "sign-in.failed", facts);
        throw error;
      });
      await openSession(request, reply, userId);
      return { signedIn: true as const };
    },
    guarded,
  );

  app.register(async (scope) => {
    scope.addContentTypeParser(
      /^(image\/|application\/octet-stream)/,
      { parseAs: "buffer", bodyLimit: endpoints.photoBytesMax },
      (_request, body, done) => done(null, body),
    );
    mount(
      scope,
      endpoints.putPhoto,
      ({ request }) => {
        const { body } = request as { body: unknown };
        if (!Buffer.isBuffer(body)) throw new AppError("photo-unreadable");
        return putPhoto(context, requireActor(request), body);
      },
      guarded,
    );
  });
  mount(app, endpoints.deletePhoto, async ({ actor }) => {
    await deletePhoto(context, actor);
    return { deleted: true as const };
  });
  app.get<{ Params: { uid: UserId } }>(
    endpoints.photoUrl,
    {
      config: { access: "signed-in" },
      schema: { summary: "Somebody's photo, for people of a team in common.", params: endpoints.photoParams },
    },
    async (request, reply) => {
      const { key, sizeBytes, contentType } = await findPhoto(context, requireActor(request), request.params.uid);
      const headers = { "content-type": contentType, "cache-control": "private, max-age=3600" };
      return sendStoredBytes(context.storage, request, reply, { key, sizeBytes, etag: `"${key}"`, headers });
    },
  );
}
