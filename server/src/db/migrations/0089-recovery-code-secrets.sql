-- Which value of STORE_SECRET a recovery code was made with: no other verifies it (P583). Null: before this was noted.
alter table recovery_codes add column secret_mark integer;
