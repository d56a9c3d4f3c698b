CREATE TABLE "web_domains" (
	"id" uuid PRIMARY KEY NOT NULL,
	"team_id" uuid NOT NULL,
	"domain" text NOT NULL,
	"token" text NOT NULL,
	"method" text,
	"confirmed_at" timestamp with time zone,
	"created_by" uuid,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "web_domains_team_domain" UNIQUE("team_id","domain")
);
--> statement-breakpoint
ALTER TABLE "web_domains" ADD CONSTRAINT "web_domains_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "web_domains" ADD CONSTRAINT "web_domains_created_by_auth_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."auth_users"("id") ON DELETE set null ON UPDATE no action;