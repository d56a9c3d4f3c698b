import type { FastifyInstance } from "fastify";
import { answerWithin } from "../answer-within.ts";
import type { AppContext } from "../app-context.ts";

export const healthPath = "/healthz";
export const readinessPath = "/api/health/ready";
const databaseAnswersMs = 1_000;

/**
 * For probes, on servers of every role. `/healthz`: the process responds. `/api/health/ready`: it takes new work, so not
 * while it is stopping or cannot reach the database.
 */
export function registerHealth(
  app: FastifyInstance,
  { sql, config }: Pick<AppContext, "sql" | "config">,
  isStopping: () => boolean,
): void {
  const options = { schema: { hide: true }, config: { access: "anyone" as const } };
  app.get(healthPath, options, async (_request, reply) =>
    reply.header("cache-control", "no-store").send({ status: "ok" }),
  );
  app.get(readinessPath, options, async (_request, reply) => {
    const hasDatabase = await answerWithin(databaseAnswersMs, sql`select 1`).then(
      () => true,
      () => false,
    );
    const status = isStopping() ? "stopping" : hasDatabase ? "ready" : "no-database";
    reply.header("cache-control", "no-store").status(status === "ready" ? 200 : 503);
    return reply.send({ status, role: config.role });
  });
}
