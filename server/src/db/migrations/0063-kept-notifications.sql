-- What a customer has seen of the notifications, and which news he wants, for all his devices (P210).
create table viewed_notifications (
  user_id uuid not null references users (id) on delete cascade,
  notification_id uuid not null references notifications (id) on delete cascade,
  viewed_at timestamp with time zone not null,
  primary key (user_id, notification_id)
);
create index viewed_notifications_of on viewed_notifications (notification_id);

create table notification_preferences (
  user_id uuid primary key references users (id) on delete cascade,
  email boolean not null,
  chat boolean not null,
  updates boolean not null,
  chosen_at timestamp with time zone not null
);
