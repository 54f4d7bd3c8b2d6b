-- What a custodian or a node beside the server says of payments to deposit addresses: one row for each output of a
-- transaction, kept for good, so that no output is ever credited twice.
CREATE TABLE chain_payment (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  network text NOT NULL,
  transaction_id text NOT NULL,
  output int NOT NULL,
  currency text NOT NULL,
  address text NOT NULL,
  memo text NOT NULL,
  -- As the network says it, and in smallest units here; null where it can't be said in them.
  amount text NOT NULL,
  units numeric,
  confirmations int NOT NULL,
  -- The block it stands in; null and empty while it stands in none.
  height bigint,
  block text NOT NULL,
  -- Taken back by a reorganisation, or never to be mined.
  removed boolean NOT NULL,
  -- The number of the message that said so last: an older one says nothing any more.
  sequence bigint NOT NULL,
  state text NOT NULL CHECK (state IN ('waiting', 'crediting', 'credited', 'held', 'returned')),
  -- Why it waits beyond its confirmations, or is held.
  reason text NOT NULL,
  -- Whose the address is; null where it is nobody's. Not a reference: people can be erased.
  user_id bigint,
  -- What the engine was asked under, before it was asked: its claim, the open deposit that it ends (0: none), the moment of
  -- its key, and who asked and who approved (0: nobody, it was the machine).
  claim bigint,
  deposit bigint NOT NULL DEFAULT 0,
  key_time bigint,
  asker bigint NOT NULL DEFAULT 0,
  operator bigint NOT NULL DEFAULT 0,
  -- Since when what was credited is no longer in the network's chain; null while it is, or once two people settled it.
  lost_at bigint,
  -- Where and by what transaction it was paid back, or how its loss was settled, in the words of who did so.
  settled text NOT NULL DEFAULT '',
  seen_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  UNIQUE (network, transaction_id, output)
);
CREATE INDEX chain_payment_open ON chain_payment (id) WHERE state IN ('waiting', 'crediting', 'held');
CREATE INDEX chain_payment_lost ON chain_payment (id) WHERE lost_at IS NOT NULL;
CREATE INDEX chain_payment_person ON chain_payment (user_id, id) WHERE user_id IS NOT NULL;

-- A deposit that a network shows has no voucher.
ALTER TABLE deposit_claim ALTER COLUMN file_id DROP NOT NULL;
