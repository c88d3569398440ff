-- outside a transaction
-- The trail becomes a table by months (decision 0011). First what lets that take a moment instead of a reading of all
-- lines: an index that the partitioned table can have too, and the proof that all lines lie before a month to come.
create unique index concurrently audit_log_first_id on audit_log (id, created_at);
do $$ begin if (select relkind from pg_class where oid = 'audit_log'::regclass) = 'r' then execute format(
  'alter table audit_log drop constraint if exists audit_log_first, '
  'add constraint audit_log_first check (created_at < %L) not valid',
  (select date_trunc('month', greatest(now(), max(created_at)) at time zone 'UTC') + interval '2 months'
    from audit_log)::text || '+00'); end if; end $$;
alter table audit_log validate constraint audit_log_first;
