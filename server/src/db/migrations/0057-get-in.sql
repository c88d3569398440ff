-- Getting in by mail without an account (decision Q117): somebody new proves his mail by the code, then says his name.
-- Until then his mail stands with the code that was sent to it; an account that was made so has no password yet.
alter table users alter column password_hash drop not null;
alter table login_codes add column email text;
alter table login_codes add column proven_at timestamptz;
alter table login_codes add constraint login_codes_of_one check (user_id is null or email is null);
