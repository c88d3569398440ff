-- Consents of people whose accounts were deleted years ago may go; nothing else may change or take one away.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('chaveiro.retention', true) = 'on' then return old; end if;
  raise exception '% is append-only', tg_table_name;
end $$;

-- Tables whose rows are written over and over are swept after some hundreds of dead rows or a fiftieth of them, not
-- after the fifth of all that PostgreSQL waits for: of a table of a million rows that would be 200,000 dead ones.
alter table stock_counts set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500,
  autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 500);
alter table rate_limits set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
alter table sessions set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);
alter table refresh_tokens set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);
alter table carts set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);
alter table orders set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);
alter table payments set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500,
  autovacuum_analyze_scale_factor = 0.02);
alter table stock_keys set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);
