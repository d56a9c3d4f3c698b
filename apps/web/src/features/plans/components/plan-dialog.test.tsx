import { errorCatalogue } from "@blueprint/contract/errors";
import type { InvoiceId } from "@blueprint/contract/ids";
import { changePlan, type TeamPlan } from "@blueprint/contract/plans";
import { defaultPriceBook } from "@blueprint/contract/price-book";
import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { toasts } from "../../../lib/toast.store.ts";
import { answerWith, failWith, listSent } from "../../../testing/answer-network.ts";
import { renderTeamScreen, testTeamId } from "../../../testing/render-team-screen.tsx";
import type { PlanChoice } from "../plan-change.ts";
import { buildTeamPlan } from "../testing/build-team-plan.ts";
import { PlanDialog } from "./plan-dialog.tsx";

beforeEach(() => {
  for (const { id } of toasts.store.getState().toasts) toasts.remove(id);
});

const down: PlanChoice = { planType: "starter", billing: "monthly", step: "down" };
const up: PlanChoice = { planType: "pro", billing: "annual", step: "up" };

function open(choice: PlanChoice, plan: TeamPlan) {
  const onClose = vi.fn();
  const { user } = renderTeamScreen(
    <PlanDialog teamId={testTeamId} plan={plan} book={defaultPriceBook} choice={choice} onClose={onClose} />,
  );
  return { user, onClose };
}
const latestToast = () => toasts.store.getState().toasts[0];
const downgrade = () => screen.getByRole<HTMLButtonElement>("button", { name: "Downgrade to Starter" });

it("sends the places that stay open, schedules the change and closes", async () => {
  answerWith(changePlan, { checkoutUrl: null, invoiceId: null, effectiveAt: "2026-12-24T00:00:00Z" });
  const { user, onClose } = open(down, buildTeamPlan(11));
  await user.click(screen.getByRole("checkbox", { name: "Place 2" }));
  await user.click(screen.getByRole("checkbox", { name: "Place 3" }));
  await user.click(screen.getByRole("checkbox", { name: "Place 2" }));
  expect(screen.getByText("Starter has room for 10. You chose 1.")).toBeDefined();
  await user.click(downgrade());
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(listSent(changePlan)).toEqual([{ planType: "starter", billing: "monthly", keepPublished: ["blueprint-2"] }]);
  expect(latestToast()?.title).toBe("Plan change scheduled");
});

it("can't be confirmed while too many places are to stay open", async () => {
  const { user } = open(down, buildTeamPlan(11));
  for (const place of screen.getAllByRole("checkbox")) await user.click(place);
  expect(downgrade().disabled).toBe(true);
  await user.click(screen.getByRole("checkbox", { name: "Place 1" }));
  expect(downgrade().disabled).toBe(false);
});

it("asks for no places if all fit", () => {
  open(down, buildTeamPlan(10));
  expect(screen.queryByRole("checkbox")).toBeNull();
  expect(downgrade().disabled).toBe(false);
});

it("requests an invoice for an upgrade without cards", async () => {
  answerWith(changePlan, {
    checkoutUrl: null,
    invoiceId: "00000000-0000-4000-8000-000000000001" as InvoiceId,
    effectiveAt: null,
  });
  const { user, onClose } = open(up, buildTeamPlan(0, { basePlanType: "starter" }));
  expect(
    screen.getByText(/Pro costs \$2,029\.80 for a year, excluding taxes\..*You'll get an invoice here\./),
  ).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Get invoice" }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(latestToast()).toMatchObject({
    title: "Invoice created",
    description: "Pro starts when the invoice is paid.",
  });
});

it("says before an upgrade by card whether it is charged at once", () => {
  const card = { payment: "card", hasPortal: true } as const;
  open(up, buildTeamPlan(0, card));
  expect(screen.getByText(/Your card is charged now/)).toBeDefined();
  expect(screen.getByRole("button", { name: "Upgrade to Pro" })).toBeDefined();
});

it("says that Stripe asks for the card if the team has paid nothing yet", () => {
  open(up, buildTeamPlan(0, { payment: "card", hasPortal: true, billing: null }));
  expect(screen.getByText(/You'll enter your card at Stripe/)).toBeDefined();
});

it("shows why a change failed, and stays open", async () => {
  failWith(changePlan, "plan-unchanged");
  const { user, onClose } = open({ planType: "free", billing: "monthly", step: "end" }, buildTeamPlan(1));
  await user.click(screen.getByRole("button", { name: "Cancel plan" }));
  expect(await screen.findByText(errorCatalogue["plan-unchanged"].message)).toBeDefined();
  expect(onClose).not.toHaveBeenCalled();
});
