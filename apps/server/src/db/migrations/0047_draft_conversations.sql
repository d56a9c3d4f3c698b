ALTER TABLE "guide_tickets" ALTER COLUMN "slug" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "guide_tickets" ADD COLUMN "draft_of" uuid;--> statement-breakpoint
ALTER TABLE "knowledge_sets" ADD COLUMN "made_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "guide_tickets" ADD CONSTRAINT "guide_tickets_draft_of_blueprints_id_fk" FOREIGN KEY ("draft_of") REFERENCES "public"."blueprints"("id") ON DELETE cascade ON UPDATE no action;