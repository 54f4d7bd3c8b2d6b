-- Networks whose accounts take the payments of many, told apart by a memo or tag. Whether deposits of a network go so is the
-- operator's to set; each person is given one memo of a network for good, as an address of their own is.
ALTER TABLE wallet_network DROP CONSTRAINT wallet_network_form_check;
ALTER TABLE wallet_network ADD CONSTRAINT wallet_network_form_check
  CHECK (form IN ('TRC20', 'ERC20', 'Bitcoin', 'Solana', 'XRP', 'Stellar', 'Cosmos', 'TON'));
ALTER TABLE wallet_network ADD COLUMN memo boolean NOT NULL DEFAULT false;
ALTER TABLE wallet_network ADD CHECK (NOT memo OR form IN ('XRP', 'Stellar', 'Cosmos', 'TON'));

CREATE TABLE deposit_memo (
  network text NOT NULL,
  memo text NOT NULL,
  -- Not a reference: a memo stays its person's even where that person is erased, and is nobody else's ever.
  user_id bigint NOT NULL,
  assigned_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (network, memo),
  UNIQUE (network, user_id)
);
CREATE FUNCTION deposit_memo_is_for_good() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a deposit memo is one person''s for good';
END $$;
CREATE TRIGGER deposit_memo_for_good BEFORE UPDATE OR DELETE ON deposit_memo
  FOR EACH ROW EXECUTE FUNCTION deposit_memo_is_for_good();

-- What stands beside an address that money is sent to: empty where its owner said that there is none, null where nobody asked.
ALTER TABLE wallet_address ADD COLUMN memo text;
DROP INDEX wallet_address_own;
CREATE UNIQUE INDEX wallet_address_own ON wallet_address (user_id, currency, network, address_key(address), coalesce(memo, ''))
  WHERE removed_at IS NULL;
ALTER TABLE withdrawal_claim ADD COLUMN memo text NOT NULL DEFAULT '';

-- The log of what was written notes what these tables have now.
SELECT keep_written('wallet_network', 'currency network', 'currency network form address deposit withdraw memo updated_at');
SELECT keep_written('wallet_address', 'id', 'id user_id currency network address memo label created_at usable_from removed_at');
SELECT keep_written('withdrawal_claim', 'id', 'id user_id network payee memo bank transaction_id created_at');
SELECT keep_written('deposit_memo', 'network memo', 'network memo user_id assigned_at');
