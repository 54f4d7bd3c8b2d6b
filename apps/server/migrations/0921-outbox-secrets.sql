-- What of a message lets somebody in, or passes for us: codes, links with a token, a person's word. Sealed for the message under
-- the installation's key; the server seals, at its next start, what stands among the other parameters.
ALTER TABLE outbox ADD COLUMN secrets bytea;
