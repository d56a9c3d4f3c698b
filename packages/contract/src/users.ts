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
 * The source of each engagement field. Ids name the newest 1,000; files and blueprints deleted since then stay listed.
 * - `uploadedContentCount`, `uploadedFileIds`: finished uploads, by upload id
 * - `createdBlueprintIds`: blueprints the person made
 * - `connectedBlueprintIds`: blueprints whose live document they opened, most recent last
 * - `featureUsageCount`: actions, by audit log name and `file.uploaded`; excludes those of programs using their API key
 * - `mostUsedFeatures`: the five most used of these
 * - `sharedContentCount`: publications
 * - `dailyActiveStreak`, `deviceTypes`: consecutive days, and kinds of devices, with a session
 * - `preferredModelScales`, `preferredRoomTypes`, `preferredColors`, `deviceToken`: set by the person
 *
 * The following fields have no event yet: no feature collects, teaches, rewards or places what they count, so they keep
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
  /** The effective role. */
  role: z.enum(teamRoles),
  /** Their actual role while they view the team as another. */
  ownRole: z.enum(teamRoles),
  isPersonal: z.boolean(),
  /** End of an operator's visit; only set when an operator reads another team. */
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

/** Onboarding answers so far; every step may be skipped, so every field is optional. */
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
  /** URL of the person's photo; null without one. */
  photoUrl: z.string().nullable(),
  /** When the deleted account is removed for good, unless restored before. */
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
  summary: "Who is signed in, if anyone. Every page asks, so being signed out isn't an error.",
  schema: { response: z.object({ me: meSchema.nullable() }) },
  errors: ["permission-denied", "user-data-missing"],
});

export const saveOnboarding = defineEndpoint({
  method: "PATCH",
  url: "/api/me/onboarding",
  access: "signed-in",
  summary: "Saves an onboarding step. `done` finishes it.",
  schema: { body: onboardingAnswersSchema, response: meSchema },
  errors: ["unauthenticated"],
});

const userParams = z.object({ uid: userIdSchema });

export const getUser = defineEndpoint({
  method: "GET",
  url: "/api/users/:uid",
  access: "signed-in",
  summary: "The caller's own document users/{uid}. Any other returns `permission-denied`, whether it exists or not.",
  schema: { params: userParams, response: userProfileSchema },
  errors: ["unauthenticated", "permission-denied", "user-data-missing"],
});

/** Fields a person may write in their own profile. */
const ownFields = {
  name: nameLine(limits.personNameCharactersMax).optional(),
  /** Target of web push; empty for none. */
  deviceToken: z.string().max(limits.deviceTokenCharactersMax).optional(),
  preferredModelScales: z.array(z.number().positive()).max(limits.preferencesMax).optional(),
  preferredRoomTypes: z.array(lineOfText(limits.preferenceCharactersMax)).max(limits.preferencesMax).optional(),
  preferredColors: z.array(lineOfText(limits.preferenceCharactersMax)).max(limits.preferencesMax).optional(),
};
/** Lists every other field too, so that an error names the refused one. */
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
    "Changes fields of the caller's own document. If a field can only be set by the server, the request is rejected and nothing changes.",
  schema: { params: userParams, body: z.strictObject({ ...ownFields, ...serverFields }), response: userProfileSchema },
  errors: ["unauthenticated", "permission-denied", "user-data-missing"],
});
