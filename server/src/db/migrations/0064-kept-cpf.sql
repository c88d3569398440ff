-- The CPF that a customer asked to be remembered for his next purchase, sealed by the vault (P230).
create table kept_cpfs (
  user_id uuid primary key references users (id) on delete cascade,
  cpf_cipher bytea not null,
  kept_at timestamp with time zone not null
);
