import type { FastifyReply, FastifyRequest } from "fastify";
import type { Metrics } from "../metrics/metrics.ts";
import { toSentStatus } from "./request-end.ts";

/** The label of what is missing: addresses of unknown routes would make one for every guess. */
const none = "none";

/** Counts and times a request that has ended, by its route. */
export function countRequest(metrics: Metrics, request: FastifyRequest, reply: FastifyReply): void {
  const { method } = request;
  const route = request.routeOptions.url ?? none;
  const status = toSentStatus(reply);
  metrics.requests.inc({ method, route, status: status ?? none });
  if (status === 429) metrics.limitedRequests.inc({ route });
  // An event stream lasts as long as its page.
  const isStream = String(reply.getHeader("content-type")).startsWith("text/event-stream");
  if (!isStream) metrics.requestSeconds.observe({ method, route }, reply.elapsedTime / 1_000);
}
