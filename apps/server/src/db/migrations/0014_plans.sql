CREATE SEQUENCE "public"."invoice_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "guide_usage" (
	"team_id" uuid NOT NULL,
	"month" date NOT NULL,
	"seconds" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "guide_usage_team_id_month_pk" PRIMARY KEY("team_id","month")
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" text DEFAULT lpad(nextval('invoice_numbers')::text, 6, '0') NOT NULL,
	"team_id" uuid,
	"team_name" text NOT NULL,
	"bill_to" text NOT NULL,
	"kind" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"plan_type" text NOT NULL,
	"billing" text NOT NULL,
	"period_starts_at" timestamp with time zone,
	"period_ends_at" timestamp with time zone,
	"lines" jsonb NOT NULL,
	"total_cents" integer NOT NULL,
	"credit_left_cents" integer DEFAULT 0 NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	"settled_by" uuid,
	CONSTRAINT "invoices_number_unique" UNIQUE("number")
);
--> statement-breakpoint
CREATE TABLE "limit_states" (
	"team_id" uuid NOT NULL,
	"limit" text NOT NULL,
	"level" text NOT NULL,
	"grace_started_at" timestamp with time zone,
	"near_noticed_at" timestamp with time zone,
	"reached_noticed_at" timestamp with time zone,
	"pause_noticed_at" timestamp with time zone,
	CONSTRAINT "limit_states_team_id_limit_pk" PRIMARY KEY("team_id","limit")
);
--> statement-breakpoint
CREATE TABLE "stripe_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"team_id" uuid PRIMARY KEY NOT NULL,
	"billing" text,
	"period_starts_at" timestamp with time zone,
	"period_ends_at" timestamp with time zone,
	"next_plan_type" text,
	"next_billing" text,
	"next_closing" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"trial_started_at" timestamp with time zone,
	"trial_ends_at" timestamp with time zone,
	"credit_cents" integer DEFAULT 0 NOT NULL,
	"stripe_customer_id" text,
	"stripe_subscription_id" text,
	"is_payment_overdue" boolean DEFAULT false NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "subscriptions_stripe_customer_id_unique" UNIQUE("stripe_customer_id"),
	CONSTRAINT "subscriptions_stripe_subscription_id_unique" UNIQUE("stripe_subscription_id")
);
--> statement-breakpoint
ALTER TABLE "guide_usage" ADD CONSTRAINT "guide_usage_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_settled_by_auth_users_id_fk" FOREIGN KEY ("settled_by") REFERENCES "public"."auth_users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "limit_states" ADD CONSTRAINT "limit_states_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invoices_team" ON "invoices" USING btree ("team_id","issued_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "invoices_issued" ON "invoices" USING btree ("issued_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_open_upgrade" ON "invoices" USING btree ("team_id") WHERE state = 'open' and kind = 'upgrade';--> statement-breakpoint
CREATE INDEX "subscriptions_period_ends" ON "subscriptions" USING btree ("period_ends_at");--> statement-breakpoint
CREATE INDEX "subscriptions_trial_ends" ON "subscriptions" USING btree ("trial_ends_at");