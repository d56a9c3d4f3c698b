ALTER TABLE "blueprint_versions" ADD COLUMN "opening_hours" jsonb;--> statement-breakpoint
ALTER TABLE "blueprint_versions" ADD COLUMN "facts" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "blueprints" ADD COLUMN "opening_hours" jsonb;--> statement-breakpoint
ALTER TABLE "blueprints" ADD COLUMN "facts" jsonb DEFAULT '[]'::jsonb NOT NULL;