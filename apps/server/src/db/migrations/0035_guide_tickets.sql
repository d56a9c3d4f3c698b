CREATE TABLE "guide_tickets" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"credentials" jsonb NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "guide_tickets_expiry" ON "guide_tickets" USING btree ("expires_at");