CREATE TABLE "short_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"blueprint_id" uuid,
	"code" text NOT NULL,
	"label" text NOT NULL,
	"target_kind" text NOT NULL,
	"target_value" text NOT NULL,
	"expires_at" timestamp with time zone,
	"retired_at" timestamp with time zone,
	"retired_message" text DEFAULT '' NOT NULL,
	"use_count" integer DEFAULT 0 NOT NULL,
	"last_used_at" timestamp with time zone,
	"broken_since" timestamp with time zone,
	"created_by" uuid,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "short_links_code_unique" UNIQUE("code")
);
--> statement-breakpoint
ALTER TABLE "short_links" ADD CONSTRAINT "short_links_blueprint_id_blueprints_id_fk" FOREIGN KEY ("blueprint_id") REFERENCES "public"."blueprints"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "short_links" ADD CONSTRAINT "short_links_created_by_auth_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."auth_users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "short_links_blueprint" ON "short_links" USING btree ("blueprint_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);