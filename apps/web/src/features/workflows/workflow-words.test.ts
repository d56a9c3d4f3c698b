import type { UserId } from "@blueprint/contract/ids";
import { expect, it } from "vitest";
import { describeAction, describeOccasion } from "./workflow-words.ts";

const person = "0190b0a4-0000-7000-8000-000000000001" as UserId;

it("says in one sentence when a workflow runs and what it does", () => {
  expect(describeOccasion({ event: "scan.ready", blueprint: null })).toBe("When a scan is ready");
  expect(describeOccasion({ event: "form.answered", blueprint: { id: "x" as never, name: "Hall" } })).toBe(
    "When a visitor answered a form in Hall",
  );
  const task = { type: "task", title: "Look", text: "", assigneeId: null } as const;
  expect(describeAction({ ...task, dueInDays: null })).toBe("create the task “Look”");
  expect(describeAction({ ...task, dueInDays: 1 })).toBe("create the task “Look”, due 1 day later");
  const mail = { type: "email", title: "New", text: "" } as const;
  expect(describeAction({ ...mail, to: { roles: ["owner", "admin"], userIds: [person] } })).toBe(
    "send the email “New” to owners, admins and 1 chosen member",
  );
  expect(describeAction({ ...mail, to: { roles: [], userIds: [] } })).toBe(
    "send the email “New” to no one: the chosen members have left",
  );
});
