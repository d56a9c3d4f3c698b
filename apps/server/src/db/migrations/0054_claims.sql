CREATE TABLE "claim_codes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"blueprint_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	"label" text NOT NULL,
	"team_id" uuid,
	"created_by" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"claim_id" uuid,
	CONSTRAINT "claim_codes_code_hash_unique" UNIQUE("code_hash")
);
--> statement-breakpoint
CREATE TABLE "claim_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"claim_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"step" text NOT NULL,
	"party" text NOT NULL,
	"user_id" uuid,
	"user_name" text NOT NULL,
	"stage" text NOT NULL,
	"reason" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "claims" (
	"id" uuid PRIMARY KEY NOT NULL,
	"blueprint_id" uuid,
	"place_name" text NOT NULL,
	"place_slug" text NOT NULL,
	"claimant_id" uuid,
	"claimant_name" text NOT NULL,
	"receiving_team_id" uuid,
	"present_team_id" uuid,
	"relation" text NOT NULL,
	"statement" text NOT NULL,
	"stage" text NOT NULL,
	"due_at" timestamp with time zone,
	"reminded_at" timestamp with time zone,
	"proof" text,
	"proven_at" timestamp with time zone,
	"is_proof_enough" boolean DEFAULT false NOT NULL,
	"domain" text,
	"is_domain_named" boolean DEFAULT false NOT NULL,
	"domain_token" text,
	"mailed_to" text,
	"mail_token_hash" text,
	"mail_expires_at" timestamp with time zone,
	"obstacle_code" text,
	"obstacle_detail" text DEFAULT '' NOT NULL,
	"is_appealed" boolean DEFAULT false NOT NULL,
	"is_asked_back" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"stage_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "claim_codes" ADD CONSTRAINT "claim_codes_blueprint_id_blueprints_id_fk" FOREIGN KEY ("blueprint_id") REFERENCES "public"."blueprints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claim_codes" ADD CONSTRAINT "claim_codes_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claim_codes" ADD CONSTRAINT "claim_codes_created_by_auth_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."auth_users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claim_codes" ADD CONSTRAINT "claim_codes_claim_id_claims_id_fk" FOREIGN KEY ("claim_id") REFERENCES "public"."claims"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claim_events" ADD CONSTRAINT "claim_events_claim_id_claims_id_fk" FOREIGN KEY ("claim_id") REFERENCES "public"."claims"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claim_events" ADD CONSTRAINT "claim_events_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_blueprint_id_blueprints_id_fk" FOREIGN KEY ("blueprint_id") REFERENCES "public"."blueprints"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_claimant_id_auth_users_id_fk" FOREIGN KEY ("claimant_id") REFERENCES "public"."auth_users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_receiving_team_id_teams_id_fk" FOREIGN KEY ("receiving_team_id") REFERENCES "public"."teams"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_present_team_id_teams_id_fk" FOREIGN KEY ("present_team_id") REFERENCES "public"."teams"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "claim_codes_blueprint" ON "claim_codes" USING btree ("blueprint_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "claim_events_claim" ON "claim_events" USING btree ("claim_id","at");--> statement-breakpoint
CREATE INDEX "claims_created" ON "claims" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "claims_blueprint" ON "claims" USING btree ("blueprint_id");--> statement-breakpoint
CREATE INDEX "claims_claimant" ON "claims" USING btree ("claimant_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "claims_receiving_team" ON "claims" USING btree ("receiving_team_id");--> statement-breakpoint
CREATE INDEX "claims_present_team" ON "claims" USING btree ("present_team_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "claims_due" ON "claims" USING btree ("due_at");--> statement-breakpoint
CREATE UNIQUE INDEX "claims_one_at_a_time" ON "claims" USING btree ("blueprint_id") WHERE stage in ('waiting', 'review');--> statement-breakpoint
CREATE UNIQUE INDEX "claims_one_by_person" ON "claims" USING btree ("blueprint_id","claimant_id") WHERE stage not in ('accepted', 'declined', 'withdrawn', 'expired', 'undone');