-- When and from where a session was last used, and when its person last proved who he is (decision Q113).
-- Sessions of before count as seen when they were opened; the password given then is long ago.
alter table sessions add column last_seen_at timestamptz, add column last_ip text, add column proven_at timestamptz;
