-- Notifications: one record for the bell of the shop, the back office and, later, the chat.
CREATE TABLE notifications (
	id uuid PRIMARY KEY,
	type text NOT NULL,
	priority text NOT NULL DEFAULT 'medium',
	title text,
	content text NOT NULL,
	author_id text NOT NULL,
	author_name text NOT NULL,
	author_avatar text,
	attachments jsonb NOT NULL DEFAULT '[]',
	embeds jsonb NOT NULL DEFAULT '[]',
	tags jsonb NOT NULL DEFAULT '[]',
	metadata jsonb NOT NULL DEFAULT '{}',
	publication text NOT NULL,
	delivery text NOT NULL,
	sent_at timestamptz,
	created_at timestamptz NOT NULL,
	updated_at timestamptz NOT NULL,
	CONSTRAINT notifications_type CHECK (type in ('announcement', 'notification', 'update', 'alert')),
	CONSTRAINT notifications_priority CHECK (priority in ('low', 'medium', 'high', 'urgent')),
	CONSTRAINT notifications_publication CHECK (publication in ('sent', 'pending', 'revoked')),
	CONSTRAINT notifications_delivery CHECK (delivery in ('sent', 'failed', 'pending')),
	CONSTRAINT notifications_sent CHECK (publication <> 'sent' or sent_at is not null)
);
CREATE INDEX notifications_published ON notifications (sent_at, id) WHERE publication = 'sent';
CREATE INDEX notifications_author ON notifications (author_id, sent_at, id) WHERE publication = 'sent';
CREATE INDEX notifications_created ON notifications (created_at, id);
CREATE INDEX notifications_status ON notifications (publication, created_at, id);
