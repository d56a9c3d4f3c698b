ALTER TABLE "blueprint_versions" ADD COLUMN "latitude" double precision;--> statement-breakpoint
ALTER TABLE "blueprint_versions" ADD COLUMN "longitude" double precision;