import type { ClaimStep } from "@blueprint/contract/claim-steps";
import {
  type Claim,
  chooseClaimDomain,
  findClaimablePlace,
  listAllClaims,
  listClaimCodes,
  listMyClaims,
  listTeamClaims,
  mailClaimLink,
  makeClaimCode,
  makeOperatorClaimCode,
  proveClaimByCode,
  proveClaimByDomain,
  proveClaimByMail,
  removeClaimCode,
  startClaim,
  takeOperatorClaimStep,
  takeOwnClaimStep,
  takeTeamClaimStep,
} from "@blueprint/contract/claims";
import type { EndpointRequest } from "@blueprint/contract/endpoint";
import type { BlueprintId, ClaimCodeId, ClaimId, TeamId } from "@blueprint/contract/ids";
import { useMutation } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import { dataQuery, pagedQuery } from "../../lib/data-query.ts";
import { refreshQueries } from "../../lib/refresh-queries.ts";

/** What a side of a claim does next. */
export interface AskedStep {
  readonly step: ClaimStep;
  readonly reason: string;
}

export function myClaimsQuery() {
  return dataQuery(listMyClaims, {});
}

export function claimablePlaceQuery(slug: string) {
  return dataQuery(findClaimablePlace, { params: { slug } });
}

export function teamClaimsQuery(teamId: TeamId) {
  return dataQuery(listTeamClaims, { params: { teamId } });
}

/** For operators: claims of all places, newest first, paginated. */
export function allClaimsQuery(state: "open" | "closed") {
  return pagedQuery(listAllClaims, { query: { state } });
}

export function claimCodesQuery(blueprintId: BlueprintId) {
  return dataQuery(listClaimCodes, { params: { blueprintId } });
}

// Also after a refusal: the claim has moved on, and the list must show that.
const refreshOwn = () => refreshQueries(listMyClaims);

export function useStartClaim() {
  return useMutation({
    mutationFn: (body: EndpointRequest<typeof startClaim>["body"]) => api(startClaim, { body }),
    onSettled: refreshOwn,
  });
}

export type Proof =
  | { readonly by: "code"; readonly code: string }
  | { readonly by: "domain" }
  | { readonly by: "mail"; readonly token: string };

export function useProveClaim(claimId: ClaimId) {
  const params = { claimId };
  return useMutation({
    mutationFn: (proof: Proof): Promise<Claim> => {
      if (proof.by === "code") return api(proveClaimByCode, { params, body: { code: proof.code } });
      if (proof.by === "mail") return api(proveClaimByMail, { params, body: { token: proof.token } });
      return api(proveClaimByDomain, { params });
    },
    onSettled: refreshOwn,
  });
}

export function useChooseDomain(claimId: ClaimId) {
  return useMutation({
    mutationFn: (domain: string) => api(chooseClaimDomain, { params: { claimId }, body: { domain } }),
    onSettled: refreshOwn,
  });
}

export function useMailClaimLink(claimId: ClaimId) {
  return useMutation({
    mutationFn: (email: string) => api(mailClaimLink, { params: { claimId }, body: { email } }),
    onSettled: refreshOwn,
  });
}

export function useOwnStep(claimId: ClaimId) {
  return useMutation({
    mutationFn: (body: AskedStep) => api(takeOwnClaimStep, { params: { claimId }, body }),
    onSettled: refreshOwn,
  });
}

export function useTeamStep(teamId: TeamId, claimId: ClaimId) {
  return useMutation({
    mutationFn: (body: AskedStep) => api(takeTeamClaimStep, { params: { teamId, claimId }, body }),
    onSettled: () => refreshQueries(listTeamClaims),
  });
}

export function useOperatorStep(claimId: ClaimId) {
  return useMutation({
    mutationFn: (body: AskedStep) => api(takeOperatorClaimStep, { params: { claimId }, body }),
    onSettled: () => refreshQueries(listAllClaims),
  });
}

export function useMakeClaimCode(blueprintId: BlueprintId) {
  return useMutation({
    mutationFn: (label: string) => api(makeClaimCode, { params: { blueprintId }, body: { label } }),
    onSettled: () => refreshQueries(listClaimCodes),
  });
}

export function useRemoveClaimCode(blueprintId: BlueprintId) {
  return useMutation({
    mutationFn: (claimCodeId: ClaimCodeId) => api(removeClaimCode, { params: { blueprintId, claimCodeId } }),
    onSettled: () => refreshQueries(listClaimCodes),
  });
}

/** For operators: a code for a letter to the venue. */
export function useMakeLetterCode() {
  return useMutation({
    mutationFn: (body: { readonly slug: string; readonly label: string }) => api(makeOperatorClaimCode, { body }),
  });
}
