ALTER TABLE "blueprint_versions" ADD COLUMN "audience_scenes" jsonb;--> statement-breakpoint
ALTER TABLE "blueprints" ADD COLUMN "audience_links" jsonb DEFAULT '{}'::jsonb NOT NULL;