DROP INDEX "audit_events_team_at";--> statement-breakpoint
DROP INDEX "blueprints_team_updated";--> statement-breakpoint
DROP INDEX "form_responses_anchor";--> statement-breakpoint
DROP INDEX "notifications_inbox";--> statement-breakpoint
DROP INDEX "invoices_team";--> statement-breakpoint
DROP INDEX "invoices_issued";--> statement-breakpoint
DROP INDEX "requests_created";--> statement-breakpoint
DROP INDEX "team_visits_operator_team";--> statement-breakpoint
DROP INDEX "webhook_deliveries_newest";--> statement-breakpoint
CREATE INDEX "access_requests_created" ON "access_requests" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_events_team_at" ON "audit_events" USING btree ("team_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "blueprints_team_updated" ON "blueprints" USING btree ("team_id","updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "form_responses_anchor" ON "form_responses" USING btree ("blueprint_id","anchor_id","sent_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "notifications_inbox" ON "notifications" USING btree ("user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "invoices_team" ON "invoices" USING btree ("team_id","issued_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "invoices_issued" ON "invoices" USING btree ("issued_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "requests_created" ON "requests" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "team_visits_operator_team" ON "team_visits" USING btree ("operator_id","team_id","ends_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "webhook_deliveries_newest" ON "webhook_deliveries" USING btree ("webhook_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);