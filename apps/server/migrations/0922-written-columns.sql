-- The log of what was written notes what these two tables have now.
SELECT keep_written('operator_link', 'token_hash', 'token_hash role created_at expires_at used_at');
SELECT keep_written('outbox', 'id', 'id channel recipient template locale params secrets created_at');
