CREATE TABLE "guide_budgets" (
	"blueprint_id" uuid PRIMARY KEY NOT NULL,
	"minutes_max" integer NOT NULL,
	"near_noticed_month" date,
	"reached_noticed_month" date
);
--> statement-breakpoint
ALTER TABLE "guide_budgets" ADD CONSTRAINT "guide_budgets_blueprint_id_blueprints_id_fk" FOREIGN KEY ("blueprint_id") REFERENCES "public"."blueprints"("id") ON DELETE cascade ON UPDATE no action;