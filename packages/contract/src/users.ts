import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { teamIdSchema, userIdSchema } from "./ids.ts";
import { limits } from "./limits.ts";
import { planTypes } from "./price-book.ts";
import { teamRoles } from "./roles.ts";
import { lineOfText, linesOfText, nameLine } from "./text.ts";

const idList = z.array(z.string());
const counters = z.record(z.string(), z.number());

/** The profile of spec §3, field by field. Times are ISO 8601 in UTC. */
export const userProfileSchema = z.object({
  uid: userIdSchema,
  email: z.string(),
  name: z.string(),
  username: z.string(),
  deviceToken: z.string(),
  referralCode: z.string(),
  createdDate: z.string(),
  lastLoginAt: z.string(),
  lastSessionDate: z.string(),
  numSessions: z.number().int(),
  uploadedContentCount: z.number().int(),
  collectedContentCount: z.number().int(),
  planType: z.enum(planTypes),
  mappingOptIn: z.boolean().nullable(),
  kitDeliveryEstimate: z.string().nullable(),
  kitTrackingUrl: z.string().nullable(),
  subscriptionStartEstimate: z.string().nullable(),
  credits: z.number().int(),
  finishedOnboarding: z.boolean(),
  hasEnteredNotes: z.boolean(),
  hasEnteredInventory: z.boolean(),
  hasEnteredCameraRoll: z.boolean(),
  amountEarned: z.number(),
  connectedBlueprintIds: idList,
  createdBlueprintIds: idList,
  collectedObjectIds: idList,
  collectedPortalIds: idList,
  uploadedFileIds: idList,
  createdPhotoIds: idList,
  createdNoteIds: idList,
  createdReportIds: idList,
  createdSuggestionIds: idList,
  createdContentIds: idList,
  modelInteractions: counters,
  blueprintInteractions: counters,
  portalInteractions: counters,
  categoryPreferences: counters,
  featureUsageCount: counters,
  skillLevels: counters,
  averageSessionDuration: z.number(),
  peakUsageHours: z.array(z.number()),
  mostUsedFeatures: z.array(z.string()),
  collaborationScore: z.number(),
  sharedContentCount: z.number().int(),
  preferredModelScales: z.array(z.number()),
  preferredRoomTypes: z.array(z.string()),
  preferredColors: z.array(z.string()),
  dailyActiveStreak: z.number().int(),
  weeklyEngagementScore: z.number(),
  completedTutorials: z.array(z.string()),
  mostFrequentLocation: z.string(),
  deviceTypes: z.array(z.string()),
});
export type UserProfile = z.infer<typeof userProfileSchema>;

/**
 * What each field of engagement follows. Ids name the newest 1,000; a file or blueprint that is deleted since stays named.
 * - `uploadedContentCount`, `uploadedFileIds`: finished uploads, by the id of their upload session
 * - `createdBlueprintIds`: blueprints that the person made
 * - `connectedBlueprintIds`: blueprints whose live document they opened, the last one last
 * - `featureUsageCount`: acts, by the names of the audit log and `file.uploaded`; a program's acts with their key are not theirs
 * - `mostUsedFeatures`: the five of these that were used most
 * - `sharedContentCount`: publications
 * - `dailyActiveStreak`, `deviceTypes`: days in a row, and kinds of devices, with a session
 * - `preferredModelScales`, `preferredRoomTypes`, `preferredColors`, `deviceToken`: what the person wrote
 *
 * These have no event yet: nothing in the product collects, teaches, rewards or places what they speak of, and they keep
 * the value of a new account.
 */
export const profileFieldsWithoutEvent = [
  "collectedContentCount",
  "collectedObjectIds",
  "collectedPortalIds",
  "kitDeliveryEstimate",
  "kitTrackingUrl",
  "subscriptionStartEstimate",
  "credits",
  "amountEarned",
  "hasEnteredNotes",
  "hasEnteredInventory",
  "hasEnteredCameraRoll",
  "createdPhotoIds",
  "createdNoteIds",
  "createdReportIds",
  "createdSuggestionIds",
  "createdContentIds",
  "modelInteractions",
  "blueprintInteractions",
  "portalInteractions",
  "categoryPreferences",
  "skillLevels",
  "averageSessionDuration",
  "peakUsageHours",
  "collaborationScore",
  "weeklyEngagementScore",
  "completedTutorials",
  "mostFrequentLocation",
] as const satisfies readonly (keyof UserProfile)[];

export const teamMembershipSchema = z.object({
  teamId: teamIdSchema,
  name: z.string(),
  /** What the person may do now. */
  role: z.enum(teamRoles),
  /** Their own role while they look at the team as another one. */
  ownRole: z.enum(teamRoles),
  isPersonal: z.boolean(),
  /** Only where an operator reads a team that is not theirs: when that ends. */
  visitEndsAt: z.string().optional(),
});
export type TeamMembership = z.infer<typeof teamMembershipSchema>;

export const industries = [
  "retail",
  "museum",
  "hospitality",
  "restaurant",
  "workplace",
  "property",
  "warehouse",
  "robotics",
  "other",
] as const;
export type Industry = (typeof industries)[number];

/** Answers of the onboarding so far; every step may be skipped, so every field may be missing. */
export const onboardingAnswersSchema = z.object({
  step: z.enum(["organisation", "scan", "done"]),
  organisationName: nameLine(limits.teamNameCharactersMax).optional(),
  industry: z.enum(industries).optional(),
  scanPlan: z.enum(["self", "visit", "later"]).optional(),
  visitNote: linesOfText(limits.messageCharactersMax).optional(),
});
export type OnboardingAnswers = z.infer<typeof onboardingAnswersSchema>;

export const meSchema = z.object({
  profile: userProfileSchema,
  isOperator: z.boolean(),
  teams: z.array(teamMembershipSchema),
  onboarding: onboardingAnswersSchema,
  /** Address of the own photo; null without one. */
  photoUrl: z.string().nullable(),
  /** The account was given up and is removed then, unless that is undone. */
  deletionDueAt: z.string().nullable(),
});
export type Me = z.infer<typeof meSchema>;

export const getMe = defineEndpoint({
  method: "GET",
  url: "/api/me",
  access: "signed-in",
  summary: "The signed-in person: profile, teams, onboarding.",
  schema: { response: meSchema },
  errors: ["unauthenticated", "permission-denied", "user-data-missing"],
});

export const getSession = defineEndpoint({
  method: "GET",
  url: "/api/session",
  access: "anyone",
  summary: "Who is signed in here, if anybody: asked by every page, so nobody being signed in is no failure.",
  schema: { response: z.object({ me: meSchema.nullable() }) },
  errors: ["permission-denied", "user-data-missing"],
});

export const saveOnboarding = defineEndpoint({
  method: "PATCH",
  url: "/api/me/onboarding",
  access: "signed-in",
  summary: "Saves one step of the onboarding; `done` finishes it.",
  schema: { body: onboardingAnswersSchema, response: meSchema },
  errors: ["unauthenticated"],
});

const userParams = z.object({ uid: userIdSchema });

export const getUser = defineEndpoint({
  method: "GET",
  url: "/api/users/:uid",
  access: "signed-in",
  summary: "The document users/{uid}: one's own. Any other answers `permission-denied`, whether it exists or not.",
  schema: { params: userParams, response: userProfileSchema },
  errors: ["unauthenticated", "permission-denied", "user-data-missing"],
});

/** What a person may write into their own document. */
const ownFields = {
  name: nameLine(limits.personNameCharactersMax).optional(),
  /** Where web push is delivered to; empty for nowhere. */
  deviceToken: z.string().max(limits.deviceTokenCharactersMax).optional(),
  preferredModelScales: z.array(z.number().positive()).max(limits.preferencesMax).optional(),
  preferredRoomTypes: z.array(lineOfText(limits.preferenceCharactersMax)).max(limits.preferencesMax).optional(),
  preferredColors: z.array(lineOfText(limits.preferenceCharactersMax)).max(limits.preferencesMax).optional(),
};
/** Every other field is named too, so that a refusal says which one it was. */
const serverFields = Object.fromEntries(
  Object.keys(userProfileSchema.shape)
    .filter((field) => !Object.hasOwn(ownFields, field))
    .map((field) => [field, z.never({ error: "Only the server sets this." }).optional()]),
) as Record<never, never>;

export const updateUser = defineEndpoint({
  method: "PATCH",
  url: "/api/users/:uid",
  access: "signed-in",
  summary:
    "Changes fields of one's own document. A field that only the server sets is refused, and then nothing changes.",
  schema: { params: userParams, body: z.strictObject({ ...ownFields, ...serverFields }), response: userProfileSchema },
  errors: ["unauthenticated", "permission-denied", "user-data-missing"],
});
