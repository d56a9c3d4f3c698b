import { expect, it } from "vitest";
import { DiskRoom, type DiskSpace, readDiskSpace } from "./disk-room.ts";

const [MB, GB] = [2 ** 20, 2 ** 30];
const roomOf = (space: DiskSpace, reserveBytes?: number) =>
  new DiskRoom("/tmp", reserveBytes, async () => space).roomBytes();

it("keeps 512 MB of a large disk, 2 % of a small one, and the setting's amount of any", async () => {
  expect(await roomOf({ freeBytes: 600 * MB, totalBytes: 1000 * GB })).toBe(88 * MB);
  expect(await roomOf({ freeBytes: 600 * MB, totalBytes: 10 * GB })).toBe(600 * MB - Math.floor(10 * GB * 0.02));
  expect(await roomOf({ freeBytes: 600 * MB, totalBytes: 10 * GB }, 599 * MB)).toBe(MB);
  expect(await roomOf({ freeBytes: 600 * MB, totalBytes: 10 * GB }, 0)).toBe(600 * MB);
});

it("refuses writes that would use the reserve, to the byte, and all of them once the reserve is used", async () => {
  const room = new DiskRoom("/tmp", 100, async () => ({ freeBytes: 150, totalBytes: 1000 }));
  await room.requireRoom(50);
  await expect(room.requireRoom(51)).rejects.toMatchObject({ code: "storage-full" });
  const used = new DiskRoom("/tmp", 100, async () => ({ freeBytes: 99, totalBytes: 1000 }));
  await expect(used.requireRoom(0)).rejects.toMatchObject({ code: "storage-full" });
});

it("reads the real file system", async () => {
  const { freeBytes, totalBytes } = await readDiskSpace("/tmp");
  expect(freeBytes).toBeGreaterThan(0);
  expect(totalBytes).toBeGreaterThanOrEqual(freeBytes);
});
