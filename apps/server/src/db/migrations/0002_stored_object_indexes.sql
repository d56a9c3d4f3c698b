CREATE INDEX "stored_objects_user_id" ON "stored_objects" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "stored_objects_full_path" ON "stored_objects" USING btree ("bucket","full_path" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "stored_objects_storage_key" ON "stored_objects" USING btree ("storage_key");--> statement-breakpoint
CREATE INDEX "uploads_team_id" ON "uploads" USING btree ("team_id");--> statement-breakpoint
CREATE INDEX "uploads_user_id" ON "uploads" USING btree ("user_id");