-- A payout that was handed to the program of its network, as the journal tells it.
CREATE TABLE payout (
  id bigint PRIMARY KEY,
  withdrawal bigint NOT NULL,
  holder int NOT NULL,
  state smallint NOT NULL,
  operator bigint NOT NULL,
  -- What it counts against what machines may pay in a day, in smallest units of USDT.
  worth bigint NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL
);
CREATE INDEX payout_running ON payout (id) WHERE state < 3;
CREATE INDEX payout_withdrawal ON payout (withdrawal, id);

-- What its program says of it: one row for each, for good. Where it goes is the claim of its withdrawal.
CREATE TABLE payout_order (
  payout bigint PRIMARY KEY,
  network text NOT NULL,
  -- The last word: none, that it may now be sent, sent, never sent, or that nobody knows.
  said text NOT NULL CHECK (said IN ('', 'taken', 'sent', 'unsent', 'lost')),
  -- What keeps its program from paying it twice, as it named it before it sent: an input, a number of its account.
  pledge text NOT NULL,
  transaction_id text NOT NULL,
  confirmations int NOT NULL,
  height bigint,
  block text NOT NULL,
  -- The number of the message that said so last: an older one says nothing any more.
  sequence bigint NOT NULL,
  -- Why it was never sent, or is not believed; empty for nothing of that.
  reason text NOT NULL,
  -- Who wants it back (0: nobody). It is no more let go; what was let go may still be sent.
  recalled_by bigint NOT NULL DEFAULT 0,
  -- What a screening said of it before it was let go: empty where nobody was asked.
  screened text NOT NULL DEFAULT '' CHECK (screened IN ('', 'clear', 'review', 'reject', 'failed')),
  note text NOT NULL DEFAULT '',
  -- Since when what was paid is no longer in its network's chain; null while it is, or once two people settled it.
  lost_at bigint,
  taken_at bigint,
  updated_at bigint NOT NULL
);
CREATE INDEX payout_order_transaction ON payout_order (network, lower(transaction_id)) WHERE transaction_id <> '';
CREATE INDEX payout_order_lost ON payout_order (payout) WHERE lost_at IS NOT NULL;

-- The networks whose payouts by machine operators have stopped, or let go on again.
CREATE TABLE payout_switch (
  network text PRIMARY KEY,
  paused boolean NOT NULL,
  operator bigint NOT NULL,
  reason text NOT NULL,
  changed_at bigint NOT NULL
);

-- Another transaction or word here would have money paid again, or hide that it was lost.
SELECT keep_written('payout_order', 'payout',
  'payout network said pledge transaction_id confirmations height block sequence reason recalled_by screened note lost_at taken_at updated_at');
SELECT keep_written('payout_switch', 'network', 'network paused operator reason changed_at');
