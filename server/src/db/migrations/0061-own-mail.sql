-- One mechanism of mailed codes for three more ends: proving who one is without a password, deleting the own account,
-- and changing its mail (decision Q117). Those belong to a session; a code for a new mail names that mail as well.
alter table login_codes add column purpose text not null default 'login';
alter table login_codes add column session_id uuid references sessions (id) on delete cascade;
alter table login_codes drop constraint login_codes_of_one;
alter table login_codes add constraint login_codes_of_one check (
  case purpose
    when 'login' then (user_id is null or email is null) and session_id is null
    when 'mail' then user_id is not null and email is not null and session_id is not null
    else user_id is not null and email is null and session_id is not null
  end
);
create index login_codes_session on login_codes (session_id);

-- Since when a mail is proven to be its account's: by a code, or by a link that set the password. An account without a
-- password was made by a code; of the others only those count whose last password came by a link to the mail they have.
alter table users add column email_proven_at timestamptz;
update users set email_proven_at = created_at where password_hash is null and deleted_at is null;
update users set email_proven_at = proven.at
from (
  select target_id, max(created_at) as at from audit_log
  where action = 'password.reset' and target_type = 'user' group by target_id
) proven
where users.id::text = proven.target_id and users.deleted_at is null and not exists (
  select from audit_log changed
  where changed.target_type = 'user' and changed.target_id = proven.target_id
    and changed.action = 'user.updated' and changed.created_at > proven.at and changed.details -> 'after' ? 'email'
);

-- Since when a linked chat account is known to be this person's, who signed in there. Staff link by number alone.
alter table users add column discord_proven_at timestamptz;
update users set discord_proven_at = now() where discord_id is not null and discord_name is not null;

-- Logging in by the chat account: a browser without a session is sent there too, and who came back without a way in yet
-- waits, for ten minutes, until he has said his name or has proven the account that is his.
alter table chat_links alter column session_id drop not null;
alter table chat_links add column browser_hash bytea;
alter table chat_links add constraint chat_links_of_one check ((session_id is null) <> (browser_hash is null));
create table chat_arrivals (
  hash bytea primary key,
  discord_id text not null,
  discord_name text not null,
  email text,
  expires_at timestamp with time zone not null
);
create index chat_arrivals_expires on chat_arrivals (expires_at);
