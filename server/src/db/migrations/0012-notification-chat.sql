-- The message that a notification was posted as in the chat server.
ALTER TABLE "notifications" ADD COLUMN "chat_message_id" text;
