-- What this slice of the server has the database do. Written by `npx vitest run tests/statements.test.ts -u`, and
-- compared by every run of the tests. ${…} is what the program puts in while it runs.

-- writeExport of write.ts
SET idle_in_transaction_session_timeout = 0

-- writeExport of write.ts
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY
