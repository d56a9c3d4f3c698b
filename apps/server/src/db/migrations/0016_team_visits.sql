CREATE TABLE "team_visits" (
	"id" uuid PRIMARY KEY NOT NULL,
	"team_id" uuid NOT NULL,
	"operator_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "team_visits" ADD CONSTRAINT "team_visits_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_visits" ADD CONSTRAINT "team_visits_operator_id_auth_users_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "team_visits_operator_team" ON "team_visits" USING btree ("operator_id","team_id","ends_at" DESC NULLS LAST);