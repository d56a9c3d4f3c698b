CREATE TABLE "guide_test_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"blueprint_id" uuid NOT NULL,
	"version" integer,
	"with_answers" boolean NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"problem" text,
	"results" jsonb NOT NULL,
	"total" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "guide_tests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"blueprint_id" uuid NOT NULL,
	"question" text NOT NULL,
	"expects" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "knowledge_sets" ALTER COLUMN "version" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "guide_test_runs" ADD CONSTRAINT "guide_test_runs_blueprint_id_blueprints_id_fk" FOREIGN KEY ("blueprint_id") REFERENCES "public"."blueprints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guide_tests" ADD CONSTRAINT "guide_tests_blueprint_id_blueprints_id_fk" FOREIGN KEY ("blueprint_id") REFERENCES "public"."blueprints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "guide_test_runs_blueprint" ON "guide_test_runs" USING btree ("blueprint_id","started_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "guide_tests_blueprint" ON "guide_tests" USING btree ("blueprint_id","created_at");--> statement-breakpoint
ALTER TABLE "knowledge_sets" ADD CONSTRAINT "knowledge_sets_blueprint_id_blueprints_id_fk" FOREIGN KEY ("blueprint_id") REFERENCES "public"."blueprints"("id") ON DELETE cascade ON UPDATE no action;