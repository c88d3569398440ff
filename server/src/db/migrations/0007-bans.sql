create extension if not exists pg_trgm;

-- Bans of addresses and devices; an IPv6 address is banned with its /64.
create table bans (
  id uuid primary key,
  ip text,
  network text,
  hwid text,
  reason text not null,
  expires_at timestamptz,
  created_at timestamptz not null,
  created_by uuid,
  constraint bans_of_something check (network is not null or hwid is not null)
);
create index bans_created on bans (created_at);
create index bans_hwid on bans (hwid) where hwid is not null;

-- Lists of the back office: users by name, last login and any part of name, email or chat id; the trail by action and by what security looks at.
create index users_name on users (name);
create index users_last_login on users (last_login_at);
create index users_role on users (role, created_at);
create index users_banned on users (banned_at) where is_banned;
create index users_search on users using gin (lower((name || E'\n' || email || E'\n' || coalesce(discord_id, '')) collate "pt-BR-x-icu") gin_trgm_ops);
create index sessions_ip on sessions (ip, created_at);
create index audit_action on audit_log (action, created_at);
create index audit_security on audit_log (created_at) where action in ('login.failed', 'request.blocked', 'session.reuse', 'user.banned', 'user.unbanned', 'ban.created', 'ban.removed');

-- The trail stays as it was written, but for a name: it may be taken out when its owner's account is deleted.
create or replace function keep_audit() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.actor_name is null
    and (new.id, new.action, new.actor_id, new.target_type, new.target_id, new.details, new.ip, new.created_at) is not distinct from (old.id, old.action, old.actor_id, old.target_type, old.target_id, old.details, old.ip, old.created_at)
  then return new; end if;
  raise exception 'audit_log is append-only';
end $$;
create or replace trigger audit_append_only before update or delete on audit_log for each row execute function keep_audit();
