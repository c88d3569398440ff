-- What customers say of what they bought (L061): one review a person and product; without user_id when the account was deleted.
create table reviews (
  id uuid primary key,
  product_id uuid not null references products (id),
  user_id uuid references users (id),
  author_name text,
  rating smallint not null check (rating between 1 and 5),
  body text not null default '' check (length(body) <= 2000),
  status text not null check (status in ('pending', 'published', 'rejected')),
  counts boolean not null default true,
  reply text check (length(reply) <= 1000),
  reply_by uuid,
  replied_at timestamp with time zone,
  reply_told boolean not null default false,
  reject_reason text,
  language text not null,
  created_at timestamp with time zone not null,
  edited_at timestamp with time zone,
  published_at timestamp with time zone
);
create unique index reviews_once on reviews (product_id, user_id);
create index reviews_user on reviews (user_id);
create index reviews_shown on reviews (product_id, created_at, id) where status = 'published' and counts;
create index reviews_created on reviews (created_at, id);
create index reviews_status on reviews (status, created_at, id);

-- How many reviews of a product are shown and the sum of their stars, changed with them: a list reads no review (law I13).
create table review_totals (
  product_id uuid primary key references products (id),
  n integer not null,
  stars integer not null
);

create table review_reports (
  review_id uuid not null references reviews (id) on delete cascade,
  user_id uuid not null references users (id),
  reason text not null check (length(reason) <= 300),
  created_at timestamp with time zone not null,
  primary key (review_id, user_id)
);
create index review_reports_user on review_reports (user_id);

-- How often a person wrote since the first write of the day; its row is also what makes one person's writes wait for each other (L071).
create table review_writes (
  user_id uuid primary key references users (id),
  since timestamp with time zone not null,
  n smallint not null
);

-- Orders whose buyer was asked for an opinion (L070).
create table review_invites (
  order_id uuid primary key references orders (id),
  created_at timestamp with time zone not null
);
