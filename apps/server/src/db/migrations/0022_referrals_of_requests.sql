ALTER TABLE "requests" ADD COLUMN "referral_code" text;--> statement-breakpoint
ALTER TABLE "requests" ADD COLUMN "credited_to" uuid;--> statement-breakpoint
ALTER TABLE "requests" ADD CONSTRAINT "requests_credited_to_auth_users_id_fk" FOREIGN KEY ("credited_to") REFERENCES "public"."auth_users"("id") ON DELETE set null ON UPDATE no action;