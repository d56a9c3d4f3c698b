ALTER TABLE "server_processes" ADD COLUMN "version" text;--> statement-breakpoint
ALTER TABLE "server_processes" ADD COLUMN "role" text;--> statement-breakpoint
ALTER TABLE "server_processes" ADD COLUMN "place" text;--> statement-breakpoint
ALTER TABLE "server_processes" ADD COLUMN "public_url" text;--> statement-breakpoint
ALTER TABLE "server_processes" ADD COLUMN "storage" text;--> statement-breakpoint
ALTER TABLE "server_processes" ADD COLUMN "has_redis" boolean;--> statement-breakpoint
ALTER TABLE "server_processes" ADD COLUMN "secrets_hash" text;