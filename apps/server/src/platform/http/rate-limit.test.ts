import { describe, expect, it } from "vitest";
import { toNetwork } from "./rate-limit.ts";

describe("toNetwork", () => {
  it.each([
    ["192.0.2.7", "192.0.2.7"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
    ["::FFFF:c000:0207", "192.0.2.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:0DB8:0001:0002::1", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["2001:db8:0:1::", "2001:db8:0:1::/64"],
    ["::1", "0:0:0:0::/64"],
    ["Unknown", "unknown"],
  ])("counts %s as %s", (address, network) => {
    expect(toNetwork(address)).toBe(network);
  });
});
