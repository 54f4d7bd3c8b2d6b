-- A freeze keeps an account's money from being withdrawn, on a legal ground that its owner reads. Rows stay: a freeze
-- that was lifted can be explained.
CREATE TABLE account_freeze (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL,
  ground text NOT NULL CHECK (ground IN ('court_order', 'authority_order', 'sanctions_list')),
  -- The file number and the authority, as the owner is told.
  reference text NOT NULL CHECK (length(reference) BETWEEN 3 AND 200),
  placed_at timestamptz NOT NULL DEFAULT now(),
  lifted_at timestamptz
);
CREATE UNIQUE INDEX account_freeze_live ON account_freeze (user_id) WHERE lifted_at IS NULL;
