ALTER TABLE "blueprint_versions" ADD COLUMN "tags" jsonb;--> statement-breakpoint
ALTER TABLE "blueprint_versions" ADD COLUMN "cover" jsonb;--> statement-breakpoint
ALTER TABLE "blueprint_versions" ADD COLUMN "time_zone" text;--> statement-breakpoint
ALTER TABLE "blueprint_versions" ADD COLUMN "floor_area_square_metres" double precision;--> statement-breakpoint
ALTER TABLE "blueprints" ADD COLUMN "tags" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "blueprints" ADD COLUMN "cover" jsonb;--> statement-breakpoint
ALTER TABLE "blueprints" ADD COLUMN "time_zone" text;--> statement-breakpoint
ALTER TABLE "blueprints" ADD COLUMN "place_id" text;--> statement-breakpoint
ALTER TABLE "blueprints" ADD COLUMN "floor_area_square_metres" double precision;--> statement-breakpoint
ALTER TABLE "blueprints" ADD COLUMN "claim_state" text DEFAULT 'unclaimed' NOT NULL;--> statement-breakpoint
UPDATE "blueprints" SET "claim_state" = CASE WHEN EXISTS (SELECT 1 FROM "requests" WHERE "kind" = 'claim' AND "payload"->>'slug' = "blueprints"."slug" AND "outcome" = 'accepted') THEN 'claimed' ELSE 'pending' END WHERE EXISTS (SELECT 1 FROM "requests" WHERE "kind" = 'claim' AND "payload"->>'slug' = "blueprints"."slug" AND ("closed_at" IS NULL OR "outcome" = 'accepted'));
