CREATE TABLE "auth_accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"password" text,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp with time zone,
	"refresh_token_expires_at" timestamp with time zone,
	"scope" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"token" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "auth_sessions_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "auth_users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"name" text NOT NULL,
	"image" text,
	"is_operator" boolean DEFAULT false NOT NULL,
	"disabled_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "auth_users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "auth_verifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "blueprint_versions" (
	"blueprint_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"name" text NOT NULL,
	"industry" text NOT NULL,
	"description" text NOT NULL,
	"address" text NOT NULL,
	"scene" jsonb NOT NULL,
	"scans" jsonb NOT NULL,
	"published_by" uuid,
	"published_at" timestamp with time zone NOT NULL,
	CONSTRAINT "blueprint_versions_blueprint_id_number_pk" PRIMARY KEY("blueprint_id","number")
);
--> statement-breakpoint
CREATE TABLE "blueprints" (
	"id" uuid PRIMARY KEY NOT NULL,
	"team_id" uuid NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"industry" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"latitude" double precision,
	"longitude" double precision,
	"visibility" text DEFAULT 'team' NOT NULL,
	"published_version" integer,
	"latest_version" integer DEFAULT 0 NOT NULL,
	"archived_at" timestamp with time zone,
	"binned_at" timestamp with time zone,
	"created_by" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "blueprints_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "scans" (
	"id" uuid PRIMARY KEY NOT NULL,
	"blueprint_id" uuid NOT NULL,
	"team_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"kind" text NOT NULL,
	"format" text NOT NULL,
	"state" text NOT NULL,
	"preflight" jsonb NOT NULL,
	"upload_name" text NOT NULL,
	"original_key" text,
	"delivery_prefix" text,
	"delivery_bytes" bigint DEFAULT 0 NOT NULL,
	"report" jsonb,
	"progress" jsonb,
	"problem" text,
	"problem_detail" text,
	"attempt" integer DEFAULT 0 NOT NULL,
	"heartbeat_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	"created_by" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "scene_snapshots" (
	"blueprint_id" uuid PRIMARY KEY NOT NULL,
	"state" "bytea" NOT NULL,
	"through_update_id" bigint NOT NULL,
	"schema_version" integer NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "scene_updates" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"blueprint_id" uuid NOT NULL,
	"update" "bytea" NOT NULL,
	"author_id" uuid,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "server_processes" (
	"id" text PRIMARY KEY NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"heartbeat_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "access_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"referral_code" text,
	"created_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by" uuid,
	"accepted" boolean,
	"reason" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"email" text,
	"team_id" uuid,
	"role" text,
	"is_operator_invitation" boolean DEFAULT false NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"invited_by" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"accepted_at" timestamp with time zone,
	"accepted_by" uuid,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "invitations_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "team_members" (
	"team_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	"joined_at" timestamp with time zone NOT NULL,
	CONSTRAINT "team_members_team_id_user_id_pk" PRIMARY KEY("team_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "teams" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"personal_of" uuid,
	"plan_type" text DEFAULT 'free' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stored_objects" (
	"bucket" text NOT NULL,
	"full_path" text NOT NULL,
	"generation" bigint NOT NULL,
	"metageneration" bigint DEFAULT 1 NOT NULL,
	"size_bytes" bigint NOT NULL,
	"time_created" timestamp with time zone NOT NULL,
	"updated" timestamp with time zone NOT NULL,
	"md5_hash" text,
	"cache_control" text,
	"content_disposition" text,
	"content_encoding" text,
	"content_language" text,
	"content_type" text,
	"custom_metadata" jsonb,
	"download_tokens" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"storage_key" text NOT NULL,
	"team_id" uuid,
	"user_id" uuid,
	CONSTRAINT "stored_objects_bucket_full_path_pk" PRIMARY KEY("bucket","full_path")
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"bucket" text NOT NULL,
	"full_path" text NOT NULL,
	"user_id" uuid NOT NULL,
	"team_id" uuid,
	"scan_id" uuid,
	"state" text NOT NULL,
	"size_bytes" bigint,
	"received_bytes" bigint DEFAULT 0 NOT NULL,
	"metadata" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"uid" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"username" text NOT NULL,
	"device_token" text DEFAULT '' NOT NULL,
	"referral_code" text NOT NULL,
	"created_date" timestamp with time zone NOT NULL,
	"last_login_at" timestamp with time zone NOT NULL,
	"last_session_date" timestamp with time zone NOT NULL,
	"num_sessions" integer DEFAULT 1 NOT NULL,
	"uploaded_content_count" integer DEFAULT 0 NOT NULL,
	"collected_content_count" integer DEFAULT 0 NOT NULL,
	"plan_type" text DEFAULT 'free' NOT NULL,
	"mapping_opt_in" boolean,
	"kit_delivery_estimate" text,
	"kit_tracking_url" text,
	"subscription_start_estimate" text,
	"credits" integer DEFAULT 0 NOT NULL,
	"finished_onboarding" boolean DEFAULT false,
	"has_entered_notes" boolean DEFAULT false NOT NULL,
	"has_entered_inventory" boolean DEFAULT false NOT NULL,
	"has_entered_camera_roll" boolean DEFAULT false NOT NULL,
	"amount_earned" double precision DEFAULT 0 NOT NULL,
	"connected_blueprint_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_blueprint_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"collected_object_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"collected_portal_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"uploaded_file_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_photo_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_note_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_report_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_suggestion_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_content_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"model_interactions" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"blueprint_interactions" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"portal_interactions" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"category_preferences" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"feature_usage_count" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"skill_levels" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"average_session_duration" double precision DEFAULT 0 NOT NULL,
	"peak_usage_hours" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"most_used_features" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"collaboration_score" double precision DEFAULT 0 NOT NULL,
	"shared_content_count" integer DEFAULT 0 NOT NULL,
	"preferred_model_scales" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"preferred_room_types" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"preferred_colors" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"daily_active_streak" integer DEFAULT 1 NOT NULL,
	"weekly_engagement_score" double precision DEFAULT 0 NOT NULL,
	"completed_tutorials" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"most_frequent_location" text DEFAULT '' NOT NULL,
	"device_types" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"onboarding" jsonb DEFAULT '{"step":"organisation"}'::jsonb NOT NULL,
	CONSTRAINT "users_referral_code_unique" UNIQUE("referral_code")
);
--> statement-breakpoint
ALTER TABLE "auth_accounts" ADD CONSTRAINT "auth_accounts_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth_sessions" ADD CONSTRAINT "auth_sessions_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blueprint_versions" ADD CONSTRAINT "blueprint_versions_blueprint_id_blueprints_id_fk" FOREIGN KEY ("blueprint_id") REFERENCES "public"."blueprints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blueprint_versions" ADD CONSTRAINT "blueprint_versions_published_by_auth_users_id_fk" FOREIGN KEY ("published_by") REFERENCES "public"."auth_users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blueprints" ADD CONSTRAINT "blueprints_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blueprints" ADD CONSTRAINT "blueprints_created_by_auth_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."auth_users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scans" ADD CONSTRAINT "scans_blueprint_id_blueprints_id_fk" FOREIGN KEY ("blueprint_id") REFERENCES "public"."blueprints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scans" ADD CONSTRAINT "scans_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scans" ADD CONSTRAINT "scans_created_by_auth_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."auth_users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scene_snapshots" ADD CONSTRAINT "scene_snapshots_blueprint_id_blueprints_id_fk" FOREIGN KEY ("blueprint_id") REFERENCES "public"."blueprints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scene_updates" ADD CONSTRAINT "scene_updates_blueprint_id_blueprints_id_fk" FOREIGN KEY ("blueprint_id") REFERENCES "public"."blueprints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scene_updates" ADD CONSTRAINT "scene_updates_author_id_auth_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."auth_users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_requests" ADD CONSTRAINT "access_requests_decided_by_auth_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."auth_users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_auth_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."auth_users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_accepted_by_auth_users_id_fk" FOREIGN KEY ("accepted_by") REFERENCES "public"."auth_users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "teams" ADD CONSTRAINT "teams_personal_of_auth_users_id_fk" FOREIGN KEY ("personal_of") REFERENCES "public"."auth_users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stored_objects" ADD CONSTRAINT "stored_objects_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stored_objects" ADD CONSTRAINT "stored_objects_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_scan_id_scans_id_fk" FOREIGN KEY ("scan_id") REFERENCES "public"."scans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_uid_auth_users_id_fk" FOREIGN KEY ("uid") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "auth_accounts_user_id" ON "auth_accounts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "auth_sessions_user_id" ON "auth_sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "auth_verifications_identifier" ON "auth_verifications" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "blueprints_team_updated" ON "blueprints" USING btree ("team_id","updated_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "scans_blueprint_id" ON "scans" USING btree ("blueprint_id","created_at");--> statement-breakpoint
CREATE INDEX "scans_team_id" ON "scans" USING btree ("team_id");--> statement-breakpoint
CREATE INDEX "scans_state" ON "scans" USING btree ("state");--> statement-breakpoint
CREATE INDEX "scene_updates_blueprint" ON "scene_updates" USING btree ("blueprint_id","id");--> statement-breakpoint
CREATE INDEX "invitations_email" ON "invitations" USING btree ("email");--> statement-breakpoint
CREATE INDEX "invitations_team_id" ON "invitations" USING btree ("team_id");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_open" ON "invitations" USING btree ("team_id","email") WHERE accepted_at is null and revoked_at is null;--> statement-breakpoint
CREATE INDEX "team_members_user_id" ON "team_members" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "teams_personal_of" ON "teams" USING btree ("personal_of");--> statement-breakpoint
CREATE INDEX "stored_objects_team_id" ON "stored_objects" USING btree ("team_id");--> statement-breakpoint
CREATE INDEX "uploads_state_updated" ON "uploads" USING btree ("state","updated_at");--> statement-breakpoint
CREATE INDEX "uploads_scan_id" ON "uploads" USING btree ("scan_id");