import * as endpoints from "@blueprint/contract/claims";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/app-context.ts";
import { mount } from "../../platform/http/mount-endpoint.ts";
import { listClaimCodes, makeOperatorCode, makeTeamCode, removeClaimCode } from "./claim-codes.service.ts";
import { chooseDomain, mailProof, proveByCode, proveByDomain, proveByMail } from "./claim-proofs.service.ts";
import { takeOperatorStep, takeOwnStep, takeTeamStep } from "./claim-steps.service.ts";
import {
  getClaim,
  getClaimablePlace,
  listAllClaims,
  listMyClaims,
  listTeamClaims,
  startClaim,
} from "./claims.service.ts";

const startsPerMinute = 10;
/** Each asks a stranger's server. */
const checksPerMinute = 10;

export function registerClaimRoutes(app: FastifyInstance, context: AppContext): void {
  mount(app, endpoints.findClaimablePlace, ({ params }) => getClaimablePlace(context, params.slug));
  mount(app, endpoints.startClaim, ({ actor, body }) => startClaim(context, actor, body), {
    perMinuteMax: startsPerMinute,
  });
  mount(app, endpoints.listMyClaims, ({ actor }) => listMyClaims(context, actor));
  mount(app, endpoints.proveClaimByCode, async ({ actor, params: { claimId }, body, request }) => {
    await proveByCode(context, actor, claimId, { code: body.code, ipAddress: request.ip });
    return getClaim(context, claimId, { by: "claimant", actor });
  });
  mount(app, endpoints.chooseClaimDomain, async ({ actor, params: { claimId }, body }) => {
    await chooseDomain(context, actor, claimId, body.domain);
    return getClaim(context, claimId, { by: "claimant", actor });
  });
  mount(
    app,
    endpoints.proveClaimByDomain,
    async ({ actor, params: { claimId } }) => {
      await proveByDomain(context, actor, claimId);
      return getClaim(context, claimId, { by: "claimant", actor });
    },
    { perMinuteMax: checksPerMinute },
  );
  mount(app, endpoints.mailClaimLink, async ({ actor, params: { claimId }, body }) => {
    await mailProof(context, actor, claimId, body.email);
    return getClaim(context, claimId, { by: "claimant", actor });
  });
  mount(app, endpoints.proveClaimByMail, async ({ actor, params: { claimId }, body }) => {
    await proveByMail(context, actor, claimId, body.token);
    return getClaim(context, claimId, { by: "claimant", actor });
  });
  mount(app, endpoints.takeOwnClaimStep, async ({ actor, params: { claimId }, body }) => {
    await takeOwnStep(context, actor, claimId, body);
    return getClaim(context, claimId, { by: "claimant", actor });
  });
  mount(app, endpoints.listTeamClaims, async ({ actor, scope }) => ({
    claims: await listTeamClaims(context, actor, scope),
  }));
  mount(app, endpoints.takeTeamClaimStep, async ({ actor, scope, params: { claimId }, body }) => {
    await takeTeamStep(context, actor, scope, claimId, body);
    return getClaim(context, claimId, { by: "team", actor });
  });
  mount(app, endpoints.listAllClaims, ({ actor, query }) => listAllClaims(context, actor, query));
  mount(app, endpoints.takeOperatorClaimStep, async ({ actor, params: { claimId }, body }) => {
    await takeOperatorStep(context, actor, claimId, body);
    return getClaim(context, claimId, { by: "operator", actor });
  });
  mount(app, endpoints.listClaimCodes, async ({ scope }) => ({ codes: await listClaimCodes(context, scope) }));
  mount(app, endpoints.makeClaimCode, ({ actor, scope, body }) => makeTeamCode(context, actor, scope, body.label));
  mount(app, endpoints.removeClaimCode, async ({ scope, params }) => {
    await removeClaimCode(context, scope, params.claimCodeId);
    return {};
  });
  mount(app, endpoints.makeOperatorClaimCode, ({ actor, body }) => makeOperatorCode(context, actor, body));
}
