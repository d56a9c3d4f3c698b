import { newAccountConstants } from "@blueprint/contract/spec-constants";
import type { OnboardingAnswers } from "@blueprint/contract/users";
import { boolean, doublePrecision, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { authUsers } from "./auth.ts";
import { instant } from "./column-types.ts";

const idList = (name: string) => jsonb(name).$type<string[]>().notNull().default([]);
const counters = (name: string) => jsonb(name).$type<Record<string, number>>().notNull().default({});

/** The profile of spec §3, with its defaults. Only the server writes it. */
export const users = pgTable("users", {
  uid: uuid("uid")
    .primaryKey()
    .references(() => authUsers.id, { onDelete: "cascade" }),
  email: text("email").notNull(),
  name: text("name").notNull(),
  username: text("username").notNull(),
  deviceToken: text("device_token").notNull().default(""),
  referralCode: text("referral_code").notNull().unique(),
  createdDate: instant("created_date").notNull(),
  lastLoginAt: instant("last_login_at").notNull(),
  lastSessionDate: instant("last_session_date").notNull(),
  numSessions: integer("num_sessions").notNull().default(newAccountConstants.numSessions),
  uploadedContentCount: integer("uploaded_content_count").notNull().default(0),
  collectedContentCount: integer("collected_content_count").notNull().default(0),
  planType: text("plan_type").notNull().default(newAccountConstants.planType),
  mappingOptIn: boolean("mapping_opt_in"),
  kitDeliveryEstimate: text("kit_delivery_estimate"),
  kitTrackingUrl: text("kit_tracking_url"),
  subscriptionStartEstimate: text("subscription_start_estimate"),
  credits: integer("credits").notNull().default(newAccountConstants.credits),
  /** A missing value is read as false (spec §3), hence nullable. */
  finishedOnboarding: boolean("finished_onboarding").default(false),
  hasEnteredNotes: boolean("has_entered_notes").notNull().default(false),
  hasEnteredInventory: boolean("has_entered_inventory").notNull().default(false),
  hasEnteredCameraRoll: boolean("has_entered_camera_roll").notNull().default(false),
  amountEarned: doublePrecision("amount_earned").notNull().default(0),
  connectedBlueprintIds: idList("connected_blueprint_ids"),
  createdBlueprintIds: idList("created_blueprint_ids"),
  collectedObjectIds: idList("collected_object_ids"),
  collectedPortalIds: idList("collected_portal_ids"),
  uploadedFileIds: idList("uploaded_file_ids"),
  createdPhotoIds: idList("created_photo_ids"),
  createdNoteIds: idList("created_note_ids"),
  createdReportIds: idList("created_report_ids"),
  createdSuggestionIds: idList("created_suggestion_ids"),
  createdContentIds: idList("created_content_ids"),
  modelInteractions: counters("model_interactions"),
  blueprintInteractions: counters("blueprint_interactions"),
  portalInteractions: counters("portal_interactions"),
  categoryPreferences: counters("category_preferences"),
  featureUsageCount: counters("feature_usage_count"),
  skillLevels: counters("skill_levels"),
  averageSessionDuration: doublePrecision("average_session_duration").notNull().default(0),
  peakUsageHours: jsonb("peak_usage_hours").$type<number[]>().notNull().default([]),
  mostUsedFeatures: idList("most_used_features"),
  collaborationScore: doublePrecision("collaboration_score").notNull().default(0),
  sharedContentCount: integer("shared_content_count").notNull().default(0),
  preferredModelScales: jsonb("preferred_model_scales").$type<number[]>().notNull().default([]),
  preferredRoomTypes: idList("preferred_room_types"),
  preferredColors: idList("preferred_colors"),
  dailyActiveStreak: integer("daily_active_streak").notNull().default(newAccountConstants.dailyActiveStreak),
  weeklyEngagementScore: doublePrecision("weekly_engagement_score").notNull().default(0),
  completedTutorials: idList("completed_tutorials"),
  mostFrequentLocation: text("most_frequent_location").notNull().default(""),
  deviceTypes: idList("device_types"),
  /** Where the photo lies in object storage. */
  photoKey: text("photo_key"),
  /** Set when the account is given up: it is deleted for good at this time. */
  deletionDueAt: instant("deletion_due_at"),
  /** Onboarding answers, saved per step. */
  onboarding: jsonb("onboarding").$type<OnboardingAnswers>().notNull().default({ step: "organisation" }),
});
