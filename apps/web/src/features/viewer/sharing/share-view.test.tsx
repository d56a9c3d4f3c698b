import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { toasts } from "../../../lib/toast.store.ts";
import { englishWording } from "../../../lib/visitor-texts/wording.ts";
import { shareView } from "./share-view.ts";

const url = "https://blueprint.test/webxr?b=museum&at=orbit,0,0,5,0,0,0";
const share = vi.fn<(data: ShareData) => Promise<void>>();
const latestToast = () => toasts.store.getState().toasts[0];

beforeEach(() => {
  share.mockReset();
  for (const { id } of toasts.store.getState().toasts) toasts.remove(id);
});
afterEach(() => vi.unstubAllGlobals());

function stubDevice(device: Partial<Navigator>): void {
  vi.stubGlobal("navigator", device);
}

it("passes the link to the device's share sheet", async () => {
  stubDevice({ share: share.mockResolvedValue() });
  await shareView("Museum", url, englishWording);
  expect(share).toHaveBeenCalledExactlyOnceWith({ title: "Museum", url });
  expect(latestToast()).toBeUndefined();
});

it("stays silent when the visitor closes the share sheet", async () => {
  const writeText = vi.fn();
  stubDevice({
    share: share.mockRejectedValue(new DOMException("closed", "AbortError")),
    clipboard: { writeText } as unknown as Clipboard,
  });
  await shareView("Museum", url, englishWording);
  expect(writeText).not.toHaveBeenCalled();
  expect(latestToast()).toBeUndefined();
});

it("copies the link if sharing is missing or fails", async () => {
  const writeText = vi.fn().mockResolvedValue(undefined);
  const clipboard = { writeText } as unknown as Clipboard;
  stubDevice({ clipboard });
  await shareView("Museum", url, englishWording);
  expect(latestToast()?.title).toBe("Link copied");
  stubDevice({ clipboard, share: share.mockRejectedValue(new DOMException("no", "NotAllowedError")) });
  await shareView("Museum", url, englishWording);
  expect(writeText.mock.calls).toEqual([[url], [url]]);
});

it("shows the link if the browser refuses to copy it", async () => {
  stubDevice({ clipboard: { writeText: vi.fn().mockRejectedValue(new Error("refused")) } as unknown as Clipboard });
  await shareView("Museum", url, englishWording);
  expect(latestToast()).toMatchObject({ title: "The link couldn’t be copied", description: url });
});
