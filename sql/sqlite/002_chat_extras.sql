-- The same column as sql/mysql/002_chat_extras.sql; see there for what it means.

ALTER TABLE "{prefix}rag_chats" ADD COLUMN extras TEXT;
