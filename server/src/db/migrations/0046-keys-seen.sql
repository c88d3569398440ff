-- Which keys a person of the staff has seen in a section within the last ten minutes: what makes his looking one line of the trail.
CREATE TABLE keys_seen (
	actor_id uuid NOT NULL,
	section text NOT NULL,
	audit_id uuid NOT NULL,
	since timestamptz NOT NULL,
	key_ids uuid[] NOT NULL,
	PRIMARY KEY (actor_id, section)
);
-- The trail stays as it was written; only how many keys were seen may grow in a line that says so.
CREATE FUNCTION counts_more_keys(was audit_log, is_now audit_log) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
	SELECT coalesce(was.action = 'keys.seen'
		AND (is_now.details ->> 'keys')::integer > (was.details ->> 'keys')::integer
		AND is_now.details - 'keys' = was.details - 'keys'
		AND (is_now.id, is_now.action, is_now.actor_id, is_now.actor_name, is_now.target_type, is_now.target_id, is_now.ip, is_now.created_at)
			IS NOT DISTINCT FROM (was.id, was.action, was.actor_id, was.actor_name, was.target_type, was.target_id, was.ip, was.created_at), false)
$$;
DROP TRIGGER audit_append_only ON audit_log;
CREATE TRIGGER audit_append_only BEFORE DELETE ON audit_log FOR EACH ROW EXECUTE FUNCTION keep_audit();
CREATE TRIGGER audit_unchanged BEFORE UPDATE ON audit_log FOR EACH ROW WHEN (NOT counts_more_keys(OLD, NEW)) EXECUTE FUNCTION keep_audit();
