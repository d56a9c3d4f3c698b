import { once } from "node:events";
import { createServer } from "node:http";
import type { Logger } from "../app-context.ts";

/** The only address it answers on. */
const metricsPath = "/metrics";

export interface MetricsAddress {
  host: string;
  port: number;
}

/**
 * Serves the figures on a port of their own, so that they are as private as that port: nobody has to sign in.
 * @param scrape makes the response
 */
export async function serveMetrics(
  { host, port }: MetricsAddress,
  scrape: () => Promise<{ contentType: string; body: string }>,
  log: Logger,
): Promise<{ stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    if (request.method !== "GET" || request.url?.split("?", 1)[0] !== metricsPath) {
      response.writeHead(404).end();
      return;
    }
    scrape().then(
      ({ contentType, body }) => response.writeHead(200, { "content-type": contentType }).end(body),
      (error: unknown) => {
        log.error({ err: error }, "the metrics could not be read");
        response.writeHead(500).end();
      },
    );
  });
  const listening = once(server, "listening");
  server.listen(port, host);
  await listening.catch((error: NodeJS.ErrnoException) => {
    throw new Error(`Can't serve metrics on METRICS_PORT ${port} of METRICS_HOST ${host} (${error.code}).`);
  });
  return {
    stop: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
