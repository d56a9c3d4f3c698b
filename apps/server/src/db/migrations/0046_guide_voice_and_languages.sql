ALTER TABLE "blueprint_versions" ADD COLUMN "guide_voice" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "blueprint_versions" ADD COLUMN "guide_languages" text DEFAULT '' NOT NULL;