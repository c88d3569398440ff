-- The trail by months of UTC (decision 0011). The table of before becomes the first partition; name and columns stay,
-- so that copies of the version before read and write it as they did, and no line is read or moved.
-- A line stays as it was written. A name may be taken out when its owner's account is deleted, the number of keys that
-- were seen may grow in a line that says so, and retention may take lines away, which says so in its transaction.
create function keep_trail() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('chaveiro.retention', true) = 'on' then return old; end if;
  if tg_op = 'UPDATE'
    and (new.id, new.action, new.actor_id, new.target_type, new.target_id, new.ip, new.created_at)
      is not distinct from
      (old.id, old.action, old.actor_id, old.target_type, old.target_id, old.ip, old.created_at)
  then
    if new.actor_name is null and new.details = old.details then return new; end if;
    if new.actor_name is not distinct from old.actor_name and old.action = 'keys.seen'
      and new.details - 'keys' = old.details - 'keys'
      and (new.details ->> 'keys')::integer > (old.details ->> 'keys')::integer
    then return new; end if;
  end if;
  raise exception 'audit_log is append-only';
end $$;

lock table audit_log in access exclusive mode;
drop trigger audit_append_only on audit_log;
drop trigger audit_unchanged on audit_log;
drop function counts_more_keys(audit_log, audit_log);
alter table audit_log rename to audit_log_first;

create table audit_log (like audit_log_first including defaults) partition by range (created_at);
create unique index audit_log_id on audit_log (id, created_at);
create index audit_log_created on audit_log (created_at);
create index audit_log_actor on audit_log (actor_id, created_at);
create index audit_log_target on audit_log (target_type, target_id, created_at);
create index audit_log_action on audit_log (action, created_at);
create index audit_log_security on audit_log (created_at) where action in ('login.failed', 'request.blocked',
  'session.reuse', 'user.banned', 'user.unbanned', 'ban.created', 'ban.removed');
create trigger audit_unchanged before update or delete on audit_log for each row execute function keep_trail();

do $$
declare
  upto text := (select substring(pg_get_constraintdef(oid) from '''([^'']+)''') from pg_constraint
    where conname = 'audit_log_first' and conrelid = 'audit_log_first'::regclass);
begin
  execute format('alter table audit_log attach partition audit_log_first for values from (minvalue) to (%L)', upto);
end $$;
alter table audit_log_first drop constraint audit_log_first;
-- audit_log_id finds a line as well, and every order writes four of them.
alter table audit_log_first drop constraint audit_log_pkey;
-- What no month was made for lies here, so that a missing one never fails a sale.
create table audit_log_other partition of audit_log default;
