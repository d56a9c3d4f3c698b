CREATE TABLE "guide_place_usage" (
	"team_id" uuid NOT NULL,
	"blueprint_id" uuid NOT NULL,
	"month" date NOT NULL,
	"seconds" bigint NOT NULL,
	CONSTRAINT "guide_place_usage_team_id_month_blueprint_id_pk" PRIMARY KEY("team_id","month","blueprint_id")
);
--> statement-breakpoint
CREATE TABLE "spoken_questions" (
	"blueprint_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"seconds" integer NOT NULL,
	"times_answered" integer DEFAULT 1 NOT NULL,
	"answered_at" timestamp with time zone NOT NULL,
	CONSTRAINT "spoken_questions_blueprint_id_id_pk" PRIMARY KEY("blueprint_id","id")
);
--> statement-breakpoint
ALTER TABLE "guide_place_usage" ADD CONSTRAINT "guide_place_usage_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guide_place_usage" ADD CONSTRAINT "guide_place_usage_blueprint_id_blueprints_id_fk" FOREIGN KEY ("blueprint_id") REFERENCES "public"."blueprints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "spoken_questions" ADD CONSTRAINT "spoken_questions_blueprint_id_blueprints_id_fk" FOREIGN KEY ("blueprint_id") REFERENCES "public"."blueprints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "guide_place_usage_blueprint" ON "guide_place_usage" USING btree ("blueprint_id");--> statement-breakpoint
CREATE INDEX "spoken_questions_age" ON "spoken_questions" USING btree ("answered_at");