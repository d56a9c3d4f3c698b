import { type RenderResult, render } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import type { ReactElement } from "react";
import { TooltipProvider } from "../ui/tooltip.tsx";

/** Renders a part of a screen as the app does, and brings its user. */
export function renderScreen(
  part: ReactElement,
): Pick<RenderResult, "rerender" | "unmount"> & { readonly user: UserEvent } {
  const { rerender, unmount } = render(part, { wrapper: TooltipProvider });
  return { rerender, unmount, user: userEvent.setup() };
}
