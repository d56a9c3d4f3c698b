import * as endpoints from "@blueprint/contract/signs";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import { filesPath } from "../../platform/http/capability.ts";
import { mount } from "../../platform/http/mount-endpoint.ts";
import { sendStoredBytes } from "../../platform/http/send-stored-bytes.ts";
import { findSignFile } from "./sign-files.service.ts";
import { cancelSignPrint, listSignPrints, startSignPrint } from "./sign-prints.service.ts";
import {
  addSigns,
  changePhoto,
  changeSign,
  getSignHistory,
  listSigns,
  putSignPhoto,
  replaceSign,
} from "./signs.service.ts";

/** Ids of all signs and a logo. */
const printBodyBytesMax = 2 * 2 ** 20;

/** Signs, and sheets of them. */
export function registerSignRoutes(app: FastifyInstance, context: AppContext): void {
  mount(app, endpoints.listSigns, ({ scope, query }) => listSigns(context, scope, query));
  mount(app, endpoints.addSigns, async ({ actor, scope, body }) => ({
    signs: await addSigns(context, actor, scope, body.signs),
  }));
  mount(app, endpoints.changeSign, ({ actor, scope, params, body }) =>
    changeSign(context, actor, scope, params.signId, body),
  );
  mount(app, endpoints.replaceSign, ({ actor, scope, params, body }) =>
    replaceSign(context, actor, scope, params.signId, body),
  );
  mount(app, endpoints.getSignHistory, async ({ scope, params }) => ({
    events: await getSignHistory(context, scope, params.signId),
  }));
  app.register(async (own) => {
    own.addContentTypeParser(
      /^(image\/|application\/octet-stream)/,
      { parseAs: "buffer", bodyLimit: endpoints.signPhotoBytesMax },
      (_request, body, done) => done(null, body),
    );
    mount(own, endpoints.putSignPhoto, ({ actor, scope, params, request }) => {
      const { body } = request as { body: unknown };
      if (!Buffer.isBuffer(body)) throw new AppError("photo-unreadable");
      return putSignPhoto(context, actor, scope, params.signId, body);
    });
  });
  mount(app, endpoints.removeSignPhoto, ({ actor, scope, params }) =>
    changePhoto(context, actor, scope, params.signId, null),
  );
  mount(app, endpoints.listSignPrints, async ({ scope }) => ({ prints: await listSignPrints(context, scope) }));
  mount(app, endpoints.startSignPrint, ({ actor, scope, body }) => startSignPrint(context, actor, scope, body), {
    bodyBytesMax: printBodyBytesMax,
  });
  mount(app, endpoints.cancelSignPrint, async ({ scope, params }) => {
    await cancelSignPrint(context, scope, params.signPrintId);
    return {};
  });
  app.route<{ Params: { capability: string; blueprintId: string; name: string } }>({
    method: ["GET", "HEAD"],
    url: `${filesPath}/:capability/signs/:blueprintId/:name`,
    schema: { hide: true },
    config: { access: "capability" },
    handler: async (request, reply) => {
      const { key, sizeBytes, contentType, fileName } = await findSignFile(context, request.params);
      const headers = {
        "content-type": contentType,
        "content-disposition": `inline; filename="${fileName}"`,
        "cache-control": "private, max-age=3600",
      };
      return sendStoredBytes(context.storage, request, reply, { key, sizeBytes, etag: `"${key}"`, headers });
    },
  });
}
