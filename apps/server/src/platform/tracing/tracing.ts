import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingHttpHeaders } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import type { Attributes, Context, Span, SpanKind } from "@opentelemetry/api";
import type { Logger } from "../app-context.ts";
import { AppError } from "../app-error.ts";

export interface TracingSettings {
  /** The collector's base address; traces go to `/v1/traces` below it. */
  endpoint: string;
  /** Sent with every export. */
  headers: Readonly<Record<string, string>>;
  serviceName: string;
  version: string;
  /** Fraction of the traces that begin here, 0 to 1. */
  sampledFraction: number;
}

/** Facts of a span. They must be safe to show to whoever reads traces: names, counts and codes, never a person's text. */
export type SpanFacts = Attributes;

export interface OpenSpan {
  readonly traceId: string;
  /** Runs what belongs to it, so that spans begun meanwhile become its children. */
  enter<Result>(work: () => Result): Result;
  rename(name: string): void;
  /** @param failure what went wrong, of which only the kind is recorded; null on success */
  end(failure: unknown, facts?: SpanFacts): void;
}

export type SpanRole = "server" | "client" | "consumer" | "internal";

/** Spans for OpenTelemetry. Nothing of its libraries is loaded unless `createTracing` is called. */
export interface Tracing {
  /** Begins a span below the one that is entered, or below what the headers of a request name. */
  begin(name: string, role: SpanRole, facts?: SpanFacts, headers?: IncomingHttpHeaders): OpenSpan;
  /** Runs the work within a span of its own. */
  run<Result>(name: string, role: SpanRole, facts: SpanFacts, work: () => Promise<Result>): Promise<Result>;
  /** The W3C trace context to send along with a request to somebody else. */
  outgoingHeaders(): Record<string, string>;
  /** Sends what is left, for a limited time. */
  stop(): Promise<void>;
}

const sentWithinMs = 2_000;

export async function createTracing(settings: TracingSettings, log: Logger): Promise<Tracing> {
  const [api, sdk, { OTLPTraceExporter }, { resourceFromAttributes }, { W3CTraceContextPropagator }] =
    await Promise.all([
      import("@opentelemetry/api"),
      import("@opentelemetry/sdk-trace"),
      import("@opentelemetry/exporter-trace-otlp-http"),
      import("@opentelemetry/resources"),
      import("@opentelemetry/core"),
    ]);
  const toLine = (words: string, ...more: unknown[]) =>
    log.warn(
      { channel: "tracing" },
      [words, ...more.filter((part) => typeof part === "string")].join(" ").slice(0, 500),
    );
  const unsaid = () => {};
  api.diag.setLogger(
    { error: toLine, warn: toLine, info: unsaid, debug: unsaid, verbose: unsaid },
    { logLevel: api.DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ "service.name": settings.serviceName, "service.version": settings.version }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(settings.sampledFraction) }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: new OTLPTraceExporter({
          url: `${settings.endpoint}/v1/traces`,
          headers: { ...settings.headers },
        }),
      }),
    ],
  });
  const tracer = provider.getTracer("blueprint", settings.version);
  const propagator = new W3CTraceContextPropagator();
  const entered = new AsyncLocalStorage<Context>();
  const current = () => entered.getStore() ?? api.ROOT_CONTEXT;
  const kinds: Record<SpanRole, SpanKind> = {
    server: api.SpanKind.SERVER,
    client: api.SpanKind.CLIENT,
    consumer: api.SpanKind.CONSUMER,
    internal: api.SpanKind.INTERNAL,
  };

  const end = (span: Span, failure: unknown, facts: SpanFacts = {}) => {
    span.setAttributes(facts);
    if (failure !== null) {
      span.setAttribute("error.type", toErrorType(failure));
      span.setStatus({ code: api.SpanStatusCode.ERROR });
    }
    span.end();
  };
  const begin: Tracing["begin"] = (name, role, facts = {}, headers) => {
    const parent =
      headers === undefined ? current() : propagator.extract(api.ROOT_CONTEXT, headers, api.defaultTextMapGetter);
    const span = tracer.startSpan(name, { kind: kinds[role], attributes: facts }, parent);
    const context = api.trace.setSpan(parent, span);
    return {
      traceId: span.spanContext().traceId,
      enter: (work) => entered.run(context, work),
      rename: (better) => void span.updateName(better),
      end: (failure, more) => end(span, failure, more),
    };
  };
  return {
    begin,
    run: async (name, role, facts, work) => {
      const span = begin(name, role, facts);
      try {
        const result = await span.enter(work);
        span.end(null);
        return result;
      } catch (error) {
        span.end(error);
        throw error;
      }
    },
    outgoingHeaders: () => {
      const headers: Record<string, string> = {};
      propagator.inject(current(), headers, api.defaultTextMapSetter);
      return headers;
    },
    stop: async () => {
      const sent = provider.shutdown().catch((error: unknown) => {
        log.warn({ err: error }, "the last traces could not be sent");
      });
      await Promise.race([sent, wait(sentWithinMs, undefined, { ref: false })]);
    },
  };
}

/** A code or the name of a class: messages may quote what a person entered. */
function toErrorType(failure: unknown): string {
  if (failure instanceof AppError) return failure.code;
  const { code, name } = failure as { code?: unknown; name?: unknown };
  return typeof code === "string" ? code : typeof name === "string" ? name : typeof failure;
}
