import { protectedRoutes } from "@blueprint/contract/routes";
import { describe, expect, test } from "vitest";
import { toCollectRequest, toMeasuredPage } from "./page-view.ts";

describe("a page that is counted", () => {
  test("is a public one, with or without a trailing slash", () => {
    expect(toMeasuredPage("/")).toBe("/");
    expect(toMeasuredPage("/pricing/")).toBe("/pricing");
    expect(toMeasuredPage("/blog/museum-os")).toBe("/blog/museum-os");
  });

  test.each([...protectedRoutes, "/blueprint-editor/0190-abc", "/nothing-here", "/pricing/more", ""])(
    "is not %s",
    (path) => {
      expect(toMeasuredPage(path)).toBeNull();
    },
  );
});

test("the request contains the page, two random numbers and a time, and nothing else", () => {
  const { url, body } = toCollectRequest(
    { endpoint: "https://collect.example/mp/collect", measurementId: "G-AB12", apiSecret: "s&t" },
    { origin: "https://venue.example", page: "/help", clientId: "1.2", sessionId: "3", engagementMs: 0 },
  );
  expect(url).toBe("https://collect.example/mp/collect?measurement_id=G-AB12&api_secret=s%26t");
  expect(JSON.parse(body)).toEqual({
    client_id: "1.2",
    consent: { ad_user_data: "DENIED", ad_personalization: "DENIED" },
    events: [
      {
        name: "page_view",
        params: { page_location: "https://venue.example/help", session_id: "3", engagement_time_msec: 1 },
      },
    ],
  });
});
