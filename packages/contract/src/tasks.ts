import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { blueprintIdSchema, taskIdSchema, teamIdSchema, userIdSchema } from "./ids.ts";
import { limits } from "./limits.ts";
import { lineOfText, linesOfText } from "./text.ts";

const personSchema = z.object({ userId: userIdSchema, name: z.string() });

export const taskSchema = z.object({
  id: taskIdSchema,
  title: z.string(),
  note: z.string(),
  /** A calendar day, "2026-11-30", independent of time zone; null for none. */
  dueOn: z.string().nullable(),
  /** Null if unassigned, or if the assignee left the team. */
  assignee: personSchema.nullable(),
  /** The blueprint it is about; null for none, for a deleted one, and for callers who may not see blueprints. */
  blueprint: z.object({ id: blueprintIdSchema, name: z.string() }).nullable(),
  /** Anchor of that blueprint, with the title it had when the task was linked to it. */
  anchor: z.object({ id: z.string(), title: z.string() }).nullable(),
  createdAt: z.string(),
  /** Null for tasks made by a workflow or a deleted account. */
  createdBy: personSchema.nullable(),
  /** The workflow that made it, with the name it had then. */
  workflowName: z.string().nullable(),
  /** Null while it is open. */
  doneAt: z.string().nullable(),
  doneBy: personSchema.nullable(),
  /** Whether the caller may change its text, day and assignee. */
  mayEdit: z.boolean(),
  mayDelete: z.boolean(),
});
export type Task = z.infer<typeof taskSchema>;

export const taskFilters = ["open", "mine", "done"] as const;
export type TaskFilter = (typeof taskFilters)[number];

const teamParams = z.object({ teamId: teamIdSchema });
const taskParams = teamParams.extend({ taskId: taskIdSchema });

const title = lineOfText(limits.taskTitleCharactersMax);
const note = linesOfText(limits.taskNoteCharactersMax);
const dueOn = z.iso
  .date({ error: "Enter a date such as 2026-11-30." })
  .refine((day) => day >= "2000-01-01" && day < "2200-01-01", { error: "Enter a date in this century or the next." })
  .nullable();
const anchorId = z.string().min(1).max(100).nullable();

export const listTasks = defineEndpoint({
  method: "GET",
  url: "/api/teams/:teamId/tasks",
  access: "task.see",
  summary:
    "Tasks of a team, paginated: open ones by due date, completed ones newest first. Scanners see those assigned to them or created by them.",
  apiScope: "read",
  schema: {
    params: teamParams,
    querystring: z.object({
      /** `mine`: open tasks assigned to the caller. */
      filter: z.enum(taskFilters).default("open"),
      cursor: z.string().max(200).optional(),
    }),
    response: z.object({
      tasks: z.array(taskSchema),
      nextCursor: z.string().nullable(),
      total: z.number().int(),
      counts: z.object({ open: z.number().int(), mine: z.number().int(), done: z.number().int() }),
    }),
  },
  errors: [],
});

export const createTask = defineEndpoint({
  method: "POST",
  url: "/api/teams/:teamId/tasks",
  access: "comment.write",
  summary: "Creates a task and notifies its assignee.",
  apiScope: "write",
  schema: {
    params: teamParams,
    body: z.object({
      title,
      note: note.optional(),
      dueOn: dueOn.optional(),
      assigneeId: userIdSchema.nullable().optional(),
      blueprintId: blueprintIdSchema.nullable().optional(),
      anchorId: anchorId.optional(),
    }),
    response: taskSchema,
  },
  errors: ["forbidden", "tasks-too-many"],
});

export const updateTask = defineEndpoint({
  method: "PATCH",
  url: "/api/teams/:teamId/tasks/:taskId",
  access: "comment.write",
  summary: "Changes a task. For its creator, its assignee, owners and admins.",
  apiScope: "write",
  schema: {
    params: taskParams,
    body: z.object({
      title: title.optional(),
      note: note.optional(),
      dueOn: dueOn.optional(),
      assigneeId: userIdSchema.nullable().optional(),
      blueprintId: blueprintIdSchema.nullable().optional(),
      anchorId: anchorId.optional(),
    }),
    response: taskSchema,
  },
  errors: ["forbidden"],
});

export const completeTask = defineEndpoint({
  method: "POST",
  url: "/api/teams/:teamId/tasks/:taskId/done",
  access: "comment.write",
  summary: "Completes or reopens a task. Repeating it changes nothing.",
  apiScope: "write",
  schema: { params: taskParams, body: z.object({ isDone: z.boolean() }), response: taskSchema },
  errors: ["forbidden"],
});

export const deleteTask = defineEndpoint({
  method: "DELETE",
  url: "/api/teams/:teamId/tasks/:taskId",
  access: "comment.write",
  summary: "Permanently deletes a task. For its creator, owners and admins.",
  schema: { params: taskParams, response: z.object({ deleted: z.literal(true) }) },
  errors: ["forbidden"],
});

export const listTaskAnchors = defineEndpoint({
  method: "GET",
  url: "/api/blueprints/:blueprintId/anchors",
  access: "blueprint.see",
  summary: "A blueprint's saved anchors by title.",
  apiScope: "read",
  schema: {
    params: z.object({ blueprintId: blueprintIdSchema }),
    response: z.object({ anchors: z.array(z.object({ id: z.string(), title: z.string() })) }),
  },
  errors: [],
});
