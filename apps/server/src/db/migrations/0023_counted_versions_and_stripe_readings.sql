CREATE SEQUENCE "public"."stripe_readings" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
ALTER TABLE "blueprint_versions" ADD COLUMN "anchor_count" integer GENERATED ALWAYS AS (coalesce(jsonb_array_length(scene -> 'anchors'), 0)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "changing_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "stripe_reading" bigint DEFAULT 0 NOT NULL;