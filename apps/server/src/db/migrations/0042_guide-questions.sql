CREATE TABLE "guide_counts" (
	"blueprint_id" uuid NOT NULL,
	"day" date NOT NULL,
	"channel" text NOT NULL,
	"outcome" text NOT NULL,
	"time_class" smallint NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "guide_counts_blueprint_id_day_channel_outcome_time_class_pk" PRIMARY KEY("blueprint_id","day","channel","outcome","time_class")
);
--> statement-breakpoint
CREATE TABLE "unanswered_questions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"blueprint_id" uuid NOT NULL,
	"words" text NOT NULL,
	"question" text NOT NULL,
	"nothing_found_count" integer NOT NULL,
	"unknown_count" integer NOT NULL,
	"first_asked_at" timestamp with time zone NOT NULL,
	"last_asked_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "knowledge_sets" ADD COLUMN "keeps_questions" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "guide_counts" ADD CONSTRAINT "guide_counts_blueprint_id_blueprints_id_fk" FOREIGN KEY ("blueprint_id") REFERENCES "public"."blueprints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unanswered_questions" ADD CONSTRAINT "unanswered_questions_blueprint_id_blueprints_id_fk" FOREIGN KEY ("blueprint_id") REFERENCES "public"."blueprints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "guide_counts_day" ON "guide_counts" USING btree ("day");--> statement-breakpoint
CREATE UNIQUE INDEX "unanswered_questions_words" ON "unanswered_questions" USING btree ("blueprint_id","words");--> statement-breakpoint
CREATE INDEX "unanswered_questions_last_asked" ON "unanswered_questions" USING btree ("last_asked_at");