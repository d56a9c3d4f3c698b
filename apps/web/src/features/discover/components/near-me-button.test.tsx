import { screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { renderScreen } from "../../../testing/render-screen.tsx";
import { useNearMe } from "../use-near-me.ts";
import { NearMeButton } from "./near-me-button.tsx";
import { NearMeNote } from "./near-me-note.tsx";

type Ask = Geolocation["getCurrentPosition"];

function renderNearMe(getCurrentPosition: Ask) {
  vi.stubGlobal("isSecureContext", true);
  Object.defineProperty(navigator, "geolocation", { value: { getCurrentPosition }, configurable: true });
  return renderScreen(<Harness />);
}

function Harness() {
  const { nearMe, turnOn, turnOff } = useNearMe();
  return (
    <>
      <NearMeButton nearMe={nearMe} onOn={turnOn} onOff={turnOff} />
      <NearMeNote nearMe={nearMe} />
      <output>{nearMe.state === "on" ? `${nearMe.position.latitude} ${nearMe.position.longitude}` : ""}</output>
    </>
  );
}

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, "geolocation");
});

const at = (latitude: number, longitude: number) => ({ coords: { latitude, longitude } }) as GeolocationPosition;
const failure = (code: number) => ({ code, PERMISSION_DENIED: 1 }) as GeolocationPositionError;

test("the browser is asked after the click, and the position is rounded", async () => {
  const ask = vi.fn<Ask>((settle) => settle(at(60.393_04, 5.323_96)));
  const { user } = renderNearMe(ask);
  expect(ask).not.toHaveBeenCalled();
  await user.click(screen.getByRole("button", { name: "Near me", pressed: false }));
  expect(screen.getByText("60.393 5.324")).toBeDefined();
  expect(screen.getByText(/isn’t stored/)).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Near me", pressed: true }));
  expect(screen.queryByText(/isn’t stored/)).toBeNull();
});

test.each([
  [1, /didn’t share your position/],
  [2, /couldn’t find your position/],
])("a failure with code %d is explained, and can be tried again", async (code, text) => {
  const ask = vi.fn<Ask>((_, fail) => fail?.(failure(code)));
  const { user } = renderNearMe(ask);
  await user.click(screen.getByRole("button", { name: "Near me" }));
  expect(screen.getByText(text)).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Near me" }));
  expect(ask).toHaveBeenCalledTimes(2);
});

test("a browser that has no position to share has no button", () => {
  vi.stubGlobal("isSecureContext", false);
  renderScreen(<Harness />);
  expect(screen.queryByRole("button")).toBeNull();
});
