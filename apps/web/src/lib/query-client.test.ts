import { ApiError } from "@blueprint/contract/api-client";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createQueryClient } from "./query-client.ts";

function answer(status: number, statusText: string, body: string) {
  vi.stubGlobal("fetch", async () => new Response(body, { status, statusText }));
}

describe("data queries", () => {
  afterEach(() => void vi.unstubAllGlobals());
  const client = createQueryClient({ onUnauthenticated: () => undefined });

  test("get the path that is the first element of the key, with credentials", async () => {
    const calls: unknown[] = [];
    vi.stubGlobal("fetch", async (...call: unknown[]) => {
      calls.push(call);
      return Response.json({ open: true });
    });
    expect(await client.fetchQuery({ queryKey: ["/api/health", 7] })).toEqual({ open: true });
    expect(calls).toMatchObject([["/api/health", { credentials: "include" }]]);
  });

  test("a failure of the server is told by its status text, any other by its body", async () => {
    answer(503, "Service Unavailable", "a page of a proxy");
    await expect(client.fetchQuery({ queryKey: ["/a"] })).rejects.toThrow("503: Service Unavailable");
    answer(404, "Not Found", "no such blueprint");
    await expect(client.fetchQuery({ queryKey: ["/b"] })).rejects.toThrow("404: no such blueprint");
  });

  test("a query that learns that the session is gone says so", async () => {
    const onUnauthenticated = vi.fn();
    const queryFn = () => Promise.reject(new ApiError("unauthenticated", 401));
    await createQueryClient({ onUnauthenticated })
      .fetchQuery({ queryKey: ["/c"], queryFn })
      .catch(() => undefined);
    expect(onUnauthenticated).toHaveBeenCalledOnce();
  });

  test("are asked once, kept as they are, and forgotten after five minutes", () => {
    expect(client.getDefaultOptions()).toMatchObject({
      queries: { retry: false, staleTime: Infinity, refetchOnWindowFocus: false, gcTime: 300_000 },
      mutations: { retry: false },
    });
  });
});
