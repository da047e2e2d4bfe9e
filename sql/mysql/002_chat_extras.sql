-- Beside an answer's sources: cited statements, closest pages and next questions, as JSON.

ALTER TABLE `{prefix}rag_chats` ADD COLUMN extras MEDIUMTEXT NULL;
