import { z } from "zod";

// No transform: the same schemas describe responses, and only bidirectional schemas can be serialised.
const id = <Id extends string>() => z.uuid() as unknown as z.ZodType<Id, string>;

export type UserId = string & { readonly __brand: "UserId" };
export type TeamId = string & { readonly __brand: "TeamId" };
export type BlueprintId = string & { readonly __brand: "BlueprintId" };
export type ScanId = string & { readonly __brand: "ScanId" };
export type InvitationId = string & { readonly __brand: "InvitationId" };
export type AccessRequestId = string & { readonly __brand: "AccessRequestId" };
export type SceneVersionId = string & { readonly __brand: "SceneVersionId" };
export type ApiKeyId = string & { readonly __brand: "ApiKeyId" };
export type WebhookId = string & { readonly __brand: "WebhookId" };
export type WebhookDeliveryId = string & { readonly __brand: "WebhookDeliveryId" };
export type RequestId = string & { readonly __brand: "RequestId" };
export type TaskId = string & { readonly __brand: "TaskId" };
export type WorkflowId = string & { readonly __brand: "WorkflowId" };
export type WorkflowRunId = string & { readonly __brand: "WorkflowRunId" };
export type ShortLinkId = string & { readonly __brand: "ShortLinkId" };
export type SignId = string & { readonly __brand: "SignId" };
export type SignPrintId = string & { readonly __brand: "SignPrintId" };
export type EmbedTokenId = string & { readonly __brand: "EmbedTokenId" };
export type ClaimId = string & { readonly __brand: "ClaimId" };
export type ClaimCodeId = string & { readonly __brand: "ClaimCodeId" };
export type InvoiceId = string & { readonly __brand: "InvoiceId" };

export const userIdSchema = id<UserId>();
export const teamIdSchema = id<TeamId>();
export const blueprintIdSchema = id<BlueprintId>();
export const scanIdSchema = id<ScanId>();
export const invitationIdSchema = id<InvitationId>();
export const accessRequestIdSchema = id<AccessRequestId>();
export const apiKeyIdSchema = id<ApiKeyId>();
export const webhookIdSchema = id<WebhookId>();
export const webhookDeliveryIdSchema = id<WebhookDeliveryId>();
export const requestIdSchema = id<RequestId>();
export const shortLinkIdSchema = id<ShortLinkId>();
export const signIdSchema = id<SignId>();
export const signPrintIdSchema = id<SignPrintId>();
export const embedTokenIdSchema = id<EmbedTokenId>();
export const claimIdSchema = id<ClaimId>();
export const claimCodeIdSchema = id<ClaimCodeId>();
export const invoiceIdSchema = id<InvoiceId>();
export const taskIdSchema = id<TaskId>();
export const workflowIdSchema = id<WorkflowId>();
export const workflowRunIdSchema = id<WorkflowRunId>();
export const sceneVersionIdSchema = id<SceneVersionId>();
