import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { ApiError } from "@blueprint/contract/api-client";
import { type QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createQueryClient } from "./query-client.ts";

let server: Server;
let origin: string;
/** Requests of one test, oldest first. */
let asked: string[] = [];

beforeAll(async () => {
  const answers: Record<string, [number, string, string]> = {
    "/open": [200, "OK", '{"open":true}'],
    "/down": [503, "Service Unavailable", "a page of a proxy"],
    "/broken": [500, "Internal Server Error", '{"message":"secret"}'],
    "/unknown": [404, "Not Found", "no such blueprint"],
    "/refused": [403, "Forbidden", "not yours"],
    "/wordless": [400, "Bad Request", ""],
  };
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const [status, statusText, body] = answers[request.url ?? ""] ?? [404, "Not Found", ""];
    response.writeHead(status, statusText, status === 403 ? { "x-error-code": "forbidden" } : {}).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

describe("data queries", () => {
  let client: QueryClient;
  beforeEach(() => {
    asked = [];
    client = createQueryClient({ onUnauthenticated: () => undefined });
  });
  afterEach(() => {
    client.clear();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
  const get = (path: string) => client.fetchQuery({ queryKey: [origin + path, 7] });

  test("fetch the path that is the first element of the key and read the response as JSON", async () => {
    expect(await get("/open")).toEqual({ open: true });
    expect(asked).toEqual(["GET /open"]);
  });

  test("of pages fetch the path of the key first and then that of the next page", async () => {
    const page = { queryKey: [`${origin}/open`, "pages"], meta: { pageParameter: "cursor" } };
    const pages = { initialPageParam: null, getNextPageParam: () => "a b", pages: 2 };
    await client.fetchInfiniteQuery({ ...page, ...pages }).catch(() => undefined);
    expect(asked).toEqual(["GET /open", "GET /open?cursor=a%20b"]);
  });

  test("of pages whose request is a body send the next page's cursor in it", async () => {
    const bodies: unknown[] = [];
    vi.stubGlobal("fetch", async (_path: string, init: RequestInit) => {
      bodies.push(JSON.parse(String(init.body)));
      return Response.json({ open: true });
    });
    const page = { queryKey: ["/open", "pages"], meta: { pageParameter: "cursor", body: { near: 1 } } };
    const pages = { initialPageParam: null, getNextPageParam: () => "a b", pages: 2 };
    await client.fetchInfiniteQuery({ ...page, ...pages });
    expect(bodies).toEqual([{ near: 1 }, { near: 1, cursor: "a b" }]);
  });

  test("send credentials", async () => {
    // The browser decides whether to send cookies; the page only sets this option.
    const calls: unknown[] = [];
    vi.stubGlobal("fetch", async (...call: unknown[]) => {
      calls.push(call);
      return Response.json({});
    });
    await client.fetchQuery({ queryKey: ["/api/health"] });
    expect(calls).toMatchObject([["/api/health", { credentials: "include" }]]);
  });

  // spec §8: "status: statusText" for 500 and above, "status: response body text" for others.
  test.each([
    ["/down", "503: Service Unavailable"],
    ["/broken", "500: Internal Server Error"],
    ["/unknown", "404: no such blueprint"],
    ["/refused", "403: not yours"],
  ])("a failure of %s reads %s", async (path, text) => {
    await expect(get(path)).rejects.toHaveProperty("message", text);
  });

  test("a failure without any text shows its status text", async () => {
    await expect(get("/wordless")).rejects.toHaveProperty("message", "400: Bad Request");
  });

  test("a failure carries the catalogue code that the server names", async () => {
    await expect(get("/refused")).rejects.toMatchObject({ code: "forbidden" });
  });

  test("a failure over HTTP/2, which has no status texts, reads as it would over HTTP/1.1", async () => {
    vi.stubGlobal("fetch", async () => new Response("", { status: 503 }));
    await expect(get("/down")).rejects.toHaveProperty("message", "503: Service Unavailable");
  });

  test("are not retried", async () => {
    await get("/down").catch(() => undefined);
    expect(asked).toEqual(["GET /down"]);
  });

  test("never become stale: a response is kept as it is", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    await get("/open");
    vi.setSystemTime(Date.now() + 365 * 24 * 3600 * 1000);
    await get("/open");
    expect(asked).toEqual(["GET /open"]);
  });

  test("refetch neither on window focus nor by a timer", async () => {
    await get("/open");
    vi.useFakeTimers();
    const unwatch = new QueryObserver(client, { queryKey: [`${origin}/open`, 7] }).subscribe(() => {});
    const { focusManager } = await import("@tanstack/react-query");
    focusManager.setFocused(false);
    focusManager.setFocused(true);
    await vi.advanceTimersByTimeAsync(60 * 60 * 1000);
    unwatch();
    focusManager.setFocused(undefined);
    expect(asked).toEqual(["GET /open"]);
  });

  test("are dropped five minutes after their last use, not before", async () => {
    await get("/open");
    vi.useFakeTimers();
    const queryKey = [`${origin}/open`, 7];
    new QueryObserver(client, { queryKey }).subscribe(() => {})();
    vi.advanceTimersByTime(5 * 60 * 1000 - 1);
    expect(client.getQueryData(queryKey)).toEqual({ open: true });
    vi.advanceTimersByTime(1);
    expect(client.getQueryData(queryKey)).toBeUndefined();
  });

  test("report that the session is gone", async () => {
    const onUnauthenticated = vi.fn();
    const queryFn = () => Promise.reject(new ApiError("unauthenticated", 401));
    await createQueryClient({ onUnauthenticated })
      .fetchQuery({ queryKey: ["/c"], queryFn })
      .catch(() => undefined);
    expect(onUnauthenticated).toHaveBeenCalledOnce();
  });
});

describe("mutations", () => {
  test("are not retried when they fail", async () => {
    asked = [];
    const client = createQueryClient({ onUnauthenticated: () => undefined });
    const mutation = client.getMutationCache().build(client, {
      mutationFn: async () => {
        const response = await fetch(`${origin}/down`, { method: "POST" });
        if (!response.ok) throw new Error(String(response.status));
      },
    });
    await expect(mutation.execute(undefined)).rejects.toThrow("503");
    expect(asked).toEqual(["POST /down"]);
  });
});
