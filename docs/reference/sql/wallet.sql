-- What this slice of the server has the database do. Written by `npx vitest run tests/statements.test.ts -u`, and
-- compared by every run of the tests. ${…} is what the program puts in while it runs.

-- takeKey of chain/keys.store.ts
INSERT INTO chain_key (network, fingerprint, since)
  VALUES ($1, $2, $3)
  ON CONFLICT (network) DO NOTHING
  RETURNING 1

-- takeKey of chain/keys.store.ts
UPDATE chain_key
  SET fingerprint = $2, since = $3
  WHERE network = $1 AND fingerprint <> $2
  RETURNING 1

-- takeKey of chain/keys.store.ts
UPDATE chain_payment
  SET sequence = 0
  WHERE network = $1 AND sequence > 0

-- takeKey of chain/keys.store.ts
UPDATE payout_order
  SET sequence = 0
  WHERE network = $1 AND sequence > 0

-- insertPayment of chain/payments.store.ts
INSERT INTO chain_payment (network, transaction_id, output, currency, address, memo, amount, units, confirmations, height, block, removed, sequence, state, reason, user_id, seen_at, updated_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, 'waiting', '', $14, $15, $15)
  ON CONFLICT (network, transaction_id, output) DO NOTHING
  RETURNING *

-- lockOutput of chain/payments.store.ts
SELECT *
  FROM chain_payment
  WHERE network = $1 AND transaction_id = $2 AND output = $3 FOR UPDATE

-- lockPayment of chain/payments.store.ts
SELECT *
  FROM chain_payment
  WHERE id = $1 FOR UPDATE

-- findPayment of chain/payments.store.ts
SELECT *
  FROM chain_payment
  WHERE id = $1

-- updatePayment of chain/payments.store.ts
UPDATE chain_payment
  SET confirmations = $2, height = $3, block = $4, removed = $5, sequence = $6, state = $7, reason = $8, user_id = $9, claim = $10, deposit = $11, key_time = $12, operator = $13, lost_at = $14, settled = $15, updated_at = $16, asker = $17, screened = $18, note = $19
  WHERE id = $1

-- lastSequence of chain/payments.store.ts
SELECT coalesce(max(sequence), 0) AS last
  FROM chain_payment
  WHERE network = $1

-- wasVouched of chain/payments.store.ts
SELECT 1
  FROM deposit_claim AS c
  JOIN deposit AS d ON d.claim = c.id
  WHERE lower(c.transaction_id) = lower($2) AND c.transaction_id <> '' AND c.user_id = $1 AND d.status = 1 AND NOT EXISTS (SELECT 1
    FROM chain_payment AS p
    WHERE p.claim = c.id) LIMIT 1

-- findDue of chain/payments.store.ts
SELECT id
  FROM chain_payment
  WHERE network = $1 AND state IN ('waiting', 'crediting') AND (state = 'crediting' OR (confirmations >= $2 AND NOT removed))
  ORDER BY id LIMIT 200

-- findQueue of chain/payments.store.ts
SELECT *
  FROM chain_payment
  WHERE ${queues[queue]} AND id < $1
  ORDER BY id DESC LIMIT $2

-- findIncoming of chain/payments.store.ts
SELECT *
  FROM chain_payment
  WHERE user_id = $1 AND NOT removed AND id < $3 AND (state IN ('waiting', 'crediting', 'held') OR (state = 'credited' AND updated_at >= $2))
  ORDER BY id DESC LIMIT $4

-- countPayments of chain/payments.store.ts
SELECT network, count(*) FILTER (WHERE state IN ('waiting', 'crediting')) AS waiting, count(*) FILTER (WHERE state = 'held') AS held, count(*) FILTER (WHERE lost_at IS NOT NULL) AS lost
  FROM chain_payment
  WHERE state IN ('waiting', 'crediting', 'held') OR lost_at IS NOT NULL
  GROUP BY network

-- eraseOldPayments of chain/payments.store.ts
UPDATE chain_payment
  SET user_id = NULL, address = '', memo = '', settled = '', note = ''
  WHERE state IN ('credited', 'returned') AND lost_at IS NULL AND updated_at < $1 AND address <> ''

-- findDepositClaim of claims.store.ts
SELECT user_id, network, transaction_id, file_id
  FROM deposit_claim
  WHERE id = $1

-- removeDepositClaim of claims.store.ts
DELETE FROM deposit_claim
  WHERE id = $1

-- findWithdrawalClaim of claims.store.ts
SELECT user_id, network, payee, memo, bank
  FROM withdrawal_claim
  WHERE id = $1

-- removeWithdrawalClaim of claims.store.ts
DELETE FROM withdrawal_claim
  WHERE id = $1

-- notePayout of claims.store.ts
UPDATE withdrawal_claim
  SET transaction_id = $2
  WHERE id = $1

-- removeStrayClaims of claims.store.ts
DELETE FROM withdrawal_claim AS c
  WHERE created_at < now() - interval '1 day' AND NOT EXISTS (SELECT 1
    FROM withdrawal AS w
    WHERE w.claim = c.id)

-- removeStrayClaims of claims.store.ts
DELETE FROM deposit_claim AS c
  WHERE created_at < now() - interval '1 day' AND NOT EXISTS (SELECT 1
    FROM deposit AS d
    WHERE d.claim = c.id) AND NOT EXISTS (SELECT 1
    FROM chain_payment AS p
    WHERE p.claim = c.id AND p.state = 'crediting')
  RETURNING file_id

-- eraseOldClaims of claims.store.ts
DELETE FROM deposit_claim AS c USING deposit AS d
  WHERE c.created_at < now() - make_interval(days => $1) AND d.claim = c.id AND d.status <> 0

-- eraseOldClaims of claims.store.ts
DELETE FROM withdrawal_claim AS c USING withdrawal AS w
  WHERE c.created_at < now() - make_interval(days => $1) AND w.claim = c.id AND w.status >= 3

-- findSame of claims.store.ts
WITH own AS ( SELECT d.id, d.claim, c.transaction_id, f.digest, f.sent_digest
    FROM deposit AS d
    JOIN deposit_claim AS c ON c.id = d.claim
    JOIN file AS f ON f.id = c.file_id
    WHERE d.id = ANY($1)) SELECT own.id AS deposit, found.id AS other, found.by
  FROM own
  CROSS JOIN LATERAL ( (SELECT d.id, 'voucher' AS by
      FROM file AS f
      JOIN deposit_claim AS c ON c.file_id = f.id
      JOIN deposit AS d ON d.claim = c.id
      WHERE (f.digest = own.digest OR f.sent_digest = own.sent_digest) AND c.id <> own.claim
      ORDER BY d.id LIMIT 20)
    UNION ALL (SELECT d.id, 'transaction' AS by
      FROM deposit_claim AS c
      JOIN deposit AS d ON d.claim = c.id
      WHERE own.transaction_id <> '' AND lower(c.transaction_id) = lower(own.transaction_id) AND c.transaction_id <> '' AND c.id <> own.claim
      ORDER BY d.id LIMIT 20)) AS found

-- creditedBefore of claims.store.ts
SELECT d.id
  FROM deposit AS own
  JOIN deposit_claim AS o ON o.id = own.claim
  JOIN deposit_claim AS c ON lower(c.transaction_id) = lower(o.transaction_id) AND c.transaction_id <> ''
  JOIN deposit AS d ON d.claim = c.id
  WHERE own.id = $1 AND o.transaction_id <> '' AND d.id <> own.id AND d.status = 1
  ORDER BY d.id LIMIT 20

-- noteDecisionMail of decisionMail.store.ts
INSERT INTO decision_mail (kind, id)
  VALUES ($1, $2)
  ON CONFLICT DO NOTHING

-- findUntold of decisionMail.store.ts
SELECT t.id
  FROM ${kind} AS t
  LEFT JOIN decision_mail AS m ON m.kind = $1 AND m.id = t.id
  WHERE t.status = ANY($2) AND t.updated_at > $3 AND m.id IS NULL
  ORDER BY t.id LIMIT 500

-- countWithdrawals of figures.store.ts
SELECT count(*) FILTER (WHERE w.status = $3 AND w.updated_at >= $1) AS paid, round(percentile_cont(0.5) WITHIN GROUP (ORDER BY w.updated_at - w.created_at) FILTER (WHERE w.status = $3 AND w.updated_at >= $1)) AS median, round(percentile_cont(0.95) WITHIN GROUP (ORDER BY w.updated_at - w.created_at) FILTER (WHERE w.status = $3 AND w.updated_at >= $1)) AS p95, count(*) FILTER (WHERE w.status < $4) AS waiting, count(*) FILTER (WHERE w.status < $4 AND w.deadline < $2) AS overdue
  FROM withdrawal AS w
  JOIN holder AS h USING (holder)
  WHERE h.realm = $5

-- countWithdrawals of figures.store.ts
SELECT w.reason, count(*)
  FROM withdrawal AS w
  JOIN holder AS h USING (holder)
  WHERE h.realm = $1 AND w.status = $2 AND w.updated_at >= $3
  GROUP BY w.reason
  ORDER BY 2 DESC

-- findOwnMemo of memos.store.ts
SELECT memo
  FROM deposit_memo
  WHERE user_id = $1 AND network = $2

-- giveMemo of memos.store.ts
INSERT INTO deposit_memo (network, memo, user_id)
  VALUES ($1, $2, $3)
  ON CONFLICT DO NOTHING

-- findMemoOwner of memos.store.ts
SELECT user_id
  FROM deposit_memo
  WHERE network = $1 AND memo = $2

-- findGivenMemos of memos.store.ts
SELECT user_id, network, memo
  FROM deposit_memo
  WHERE user_id = ANY($1)

-- findNetworks of networks.store.ts
SELECT *
  FROM wallet_network
  ORDER BY currency, network LIMIT 500

-- findNetwork of networks.store.ts
SELECT *
  FROM wallet_network
  WHERE currency = $1 AND network = $2

-- putNetwork of networks.store.ts
INSERT INTO wallet_network (currency, network, form, address, deposit, withdraw, memo)
  VALUES ($1, $2, $3, $4, $5, $6, $7)
  ON CONFLICT (currency, network) DO UPDATE
  SET form = excluded.form, address = excluded.address, deposit = excluded.deposit, withdraw = excluded.withdraw, memo = excluded.memo, updated_at = now()
  RETURNING *

-- countOutcomes of outcomes.store.ts
SELECT (SELECT count(*)
    FROM deposit
    WHERE holder = $1 AND status = $2) AS completed, (SELECT count(*)
    FROM deposit
    WHERE holder = $1 AND status = $3) AS rejected, (SELECT count(*)
    FROM withdrawal
    WHERE holder = $1 AND status = $4) AS paid

-- countOverdue of outcomes.store.ts
SELECT count(*)
  FROM withdrawal
  WHERE status < $1 AND deadline < $2

-- usableFrom of payees.store.ts
SELECT payee_hold OR held_until > $2 AS held
  FROM wallet_setting
  WHERE user_id = $1

-- insertAddress of payees.store.ts
SELECT 1
  FROM wallet_address
  WHERE user_id = $1 AND removed_at IS NULL

-- insertAddress of payees.store.ts
INSERT INTO wallet_address (user_id, currency, network, address, label, usable_from, memo)
  VALUES ($1, $2, $3, $4, $5, $6, $7)
  ON CONFLICT DO NOTHING
  RETURNING *

-- findAddresses of payees.store.ts
SELECT *
  FROM wallet_address
  WHERE user_id = $1 AND removed_at IS NULL
  ORDER BY id DESC

-- removeAddress of payees.store.ts
UPDATE wallet_address
  SET removed_at = now()
  WHERE id = $2 AND user_id = $1 AND removed_at IS NULL
  RETURNING id

-- insertCard of payees.store.ts
SELECT 1
  FROM bank_card
  WHERE user_id = $1 AND removed_at IS NULL

-- insertCard of payees.store.ts
INSERT INTO bank_card (user_id, ${cardColumns}, usable_from)
  VALUES ($1, ${cardPlaces}, $${cardFields.length + 2})
  ON CONFLICT DO NOTHING
  RETURNING id, created_at, usable_from, ${cardColumns}

-- updateCard of payees.store.ts
SELECT 1
  FROM bank_card
  WHERE user_id = $1 AND account_number = $2 AND bank_name = $3 AND id <> $4 AND removed_at IS NULL

-- updateCard of payees.store.ts
UPDATE bank_card
  SET ${changes}, created_at = now(), usable_from = $${cardFields.length + 3}
  WHERE user_id = $1 AND id = $${cardFields.length + 2} AND removed_at IS NULL
  RETURNING id, created_at, usable_from, ${cardColumns}

-- removeCard of payees.store.ts
UPDATE bank_card
  SET removed_at = now()
  WHERE id = $2 AND user_id = $1 AND removed_at IS NULL
  RETURNING id

-- findCards of payees.store.ts
SELECT id, created_at, usable_from, ${cardColumns}
  FROM bank_card
  WHERE user_id = $1 AND removed_at IS NULL
  ORDER BY id DESC

-- readPayeeHold of payees.store.ts
SELECT payee_hold
  FROM wallet_setting
  WHERE user_id = $1

-- writePayeeHold of payees.store.ts
INSERT INTO wallet_setting (user_id, payee_hold)
  VALUES ($1, $2)
  ON CONFLICT (user_id) DO UPDATE
  SET payee_hold = excluded.payee_hold, held_until = CASE WHEN wallet_setting.payee_hold AND NOT excluded.payee_hold THEN $3::timestamptz ELSE wallet_setting.held_until END

-- eraseOldPayees of payees.store.ts
DELETE FROM wallet_address
  WHERE removed_at < now() - make_interval(days => $1)

-- eraseOldPayees of payees.store.ts
DELETE FROM bank_card
  WHERE removed_at < now() - make_interval(days => $1)

-- payoutFact of payout/payouts.store.ts
INSERT INTO payout (id, withdrawal, holder, state, operator, worth, created_at, updated_at)
  VALUES ($1, $2, $3, 0, $4, $5, $6, $6)

-- payoutFact of payout/payouts.store.ts
UPDATE payout
  SET state = $2, updated_at = $3
  WHERE id = $1

-- payoutFact of payout/payouts.store.ts
UPDATE payout
  SET state = $2, updated_at = $3
  WHERE id = $1

-- payoutFact of payout/payouts.store.ts
UPDATE payout
  SET state = $2, updated_at = $3
  WHERE withdrawal = $1 AND state BETWEEN $4 AND $5

-- openOrders of payout/payouts.store.ts
INSERT INTO payout_order (payout, network, said, pledge, transaction_id, confirmations, block, sequence, reason, updated_at) SELECT p.id, c.network, '', '', '', 0, '', 0, '', $1
  FROM payout AS p
  JOIN withdrawal AS w ON w.id = p.withdrawal
  JOIN withdrawal_claim AS c ON c.id = w.claim
  WHERE p.state < ${ended} AND NOT EXISTS (SELECT 1
    FROM payout_order AS o
    WHERE o.payout = p.id)
  ON CONFLICT (payout) DO NOTHING

-- findPayout of payout/payouts.store.ts
SELECT o.*, p.withdrawal, p.holder, p.state, p.operator AS releaser, p.created_at AS released_at, w.currency, w.amount, w.fee, w.claim, c.user_id, c.payee, c.memo
  FROM payout AS p
  JOIN payout_order AS o ON o.payout = p.id
  JOIN withdrawal AS w ON w.id = p.withdrawal
  JOIN withdrawal_claim AS c ON c.id = w.claim
  WHERE p.id = $1

-- findOrdersOf of payout/payouts.store.ts
SELECT o.*, p.withdrawal, p.holder, p.state, p.operator AS releaser, p.created_at AS released_at, w.currency, w.amount, w.fee, w.claim, c.user_id, c.payee, c.memo
  FROM payout AS p
  JOIN payout_order AS o ON o.payout = p.id
  JOIN withdrawal AS w ON w.id = p.withdrawal
  JOIN withdrawal_claim AS c ON c.id = w.claim
  WHERE p.withdrawal = ANY($1)
  ORDER BY o.lost_at IS NOT NULL, p.id

-- findOrders of payout/payouts.store.ts
SELECT o.*, p.withdrawal, p.holder, p.state, p.operator AS releaser, p.created_at AS released_at, w.currency, w.amount, w.fee, w.claim, c.user_id, c.payee, c.memo
  FROM payout AS p
  JOIN payout_order AS o ON o.payout = p.id
  JOIN withdrawal AS w ON w.id = p.withdrawal
  JOIN withdrawal_claim AS c ON c.id = w.claim
  WHERE o.network = $1 AND p.id > $2 AND (p.state < ${ended} OR (p.state = ${ended} AND o.said = 'sent' AND o.confirmations < $3) OR (p.state > ${ended} AND p.updated_at >= $5 AND (o.pledge <> '' OR o.transaction_id <> '')))
  ORDER BY p.id LIMIT $4

-- findUntold of payout/payouts.store.ts
SELECT o.*, p.withdrawal, p.holder, p.state, p.operator AS releaser, p.created_at AS released_at, w.currency, w.amount, w.fee, w.claim, c.user_id, c.payee, c.memo
  FROM payout AS p
  JOIN payout_order AS o ON o.payout = p.id
  JOIN withdrawal AS w ON w.id = p.withdrawal
  JOIN withdrawal_claim AS c ON c.id = w.claim
  WHERE p.state < ${ended} AND NOT (p.state = 2 AND o.said IN ('lost', 'unsent'))
  ORDER BY p.id LIMIT 500

-- lockOrder of payout/payouts.store.ts
SELECT *
  FROM payout_order
  WHERE payout = $1 FOR UPDATE

-- updateOrder of payout/payouts.store.ts
UPDATE payout_order
  SET said = $2, pledge = $3, transaction_id = $4, confirmations = $5, height = $6, block = $7, sequence = $8, reason = $9, recalled_by = $10, screened = $11, note = $12, lost_at = $13, taken_at = $14, updated_at = $15
  WHERE payout = $1

-- isOthersTransaction of payout/payouts.store.ts
SELECT 1
  FROM payout_order
  WHERE network = $1 AND lower(transaction_id) = lower($2) AND transaction_id <> '' AND payout <> $3 LIMIT 1

-- lastPayoutSequence of payout/payouts.store.ts
SELECT coalesce(max(sequence), 0) AS last
  FROM payout_order
  WHERE network = $1

-- findSwitches of payout/payouts.store.ts
SELECT network, paused, operator, reason, changed_at
  FROM payout_switch
  ORDER BY network

-- isPaused of payout/payouts.store.ts
SELECT 1
  FROM payout_switch
  WHERE network = $1 AND paused

-- putSwitch of payout/payouts.store.ts
INSERT INTO payout_switch (network, paused, operator, reason, changed_at)
  VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (network) DO UPDATE
  SET paused = excluded.paused, operator = excluded.operator, reason = excluded.reason, changed_at = excluded.changed_at

-- countPayouts of payout/payouts.store.ts
SELECT o.network, count(*) FILTER (WHERE p.state < ${ended}) AS running, count(*) FILTER (WHERE p.state = 2 OR o.lost_at IS NOT NULL) AS lost, min(p.created_at) FILTER (WHERE p.state < 2) AS oldest
  FROM payout AS p
  JOIN payout_order AS o ON o.payout = p.id
  WHERE p.state < ${ended} OR o.lost_at IS NOT NULL
  GROUP BY o.network

-- releasedSince of payout/payouts.store.ts
SELECT coalesce(sum(worth), 0) AS sum
  FROM payout
  WHERE created_at >= $1 AND state <= ${ended}

-- eraseOldOrders of payout/payouts.store.ts
UPDATE payout_order AS o
  SET transaction_id = '', pledge = '', block = '', note = ''
  FROM payout AS p
  WHERE p.id = o.payout AND p.state >= ${ended} AND o.lost_at IS NULL AND o.updated_at < $1 AND o.pledge <> ''

-- insertAnswer of payoutAnswers.store.ts
INSERT INTO payout_answer (withdrawal, step, arrived, time, ticket)
  VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT DO NOTHING

-- lockAnswer of payoutAnswers.store.ts
SELECT pg_advisory_xact_lock($1, $2::int)

-- isTransactionNamed of payoutAnswers.store.ts
SELECT 1
  FROM withdrawal_claim
  WHERE transaction_id = $1 AND payee = $2 AND id <> $3 LIMIT 1

-- findPayoutAnswer of payouts.store.ts
SELECT w.currency, c.network, w.updated_at AS paid, a.time, a.arrived, a.step
  FROM payout_answer AS a
  JOIN withdrawal AS w ON w.id = a.withdrawal
  LEFT JOIN withdrawal_claim AS c ON c.id = w.claim
  WHERE a.withdrawal = $1 AND a.step = $2

-- countPayoutAnswers of payouts.store.ts
SELECT count(*) FILTER (WHERE a.arrived) AS confirmed, count(*) FILTER (WHERE NOT a.arrived) AS disputed, count(*) FILTER (WHERE s.withdrawal IS NOT NULL) AS settled, count(*) FILTER (WHERE a.withdrawal IS NULL AND w.updated_at < $2) AS unanswered
  FROM withdrawal AS w
  JOIN holder AS h USING (holder)
  LEFT JOIN payout_answer AS a ON a.withdrawal = w.id AND a.step = 0
  LEFT JOIN payout_answer AS s ON s.withdrawal = w.id AND s.step = 1
  WHERE w.status = $3 AND w.updated_at >= $1 AND h.realm = $4

-- countWaitingAges of payouts.store.ts
SELECT w.created_at
  FROM withdrawal AS w
  JOIN holder AS h USING (holder)
  WHERE w.status < $1 AND h.realm = $2

-- findOwnAddress of pool.store.ts
SELECT address
  FROM deposit_address
  WHERE user_id = $1 AND currency = $2 AND network = $3 AND NOT doubled

-- takeAddress of pool.store.ts
UPDATE deposit_address
  SET user_id = $1, assigned_at = now()
  WHERE id = ( SELECT id
    FROM deposit_address
    WHERE currency = $2 AND network = $3 AND user_id IS NULL AND NOT doubled
    ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)
  RETURNING address

-- knownAddresses of pool.store.ts
SELECT address
  FROM deposit_address
  WHERE address_key(address) = ANY(SELECT address_key(unnest($1::text[])))
  UNION SELECT address
  FROM wallet_network
  WHERE address <> '' AND address_key(address) = ANY(SELECT address_key(unnest($1::text[])))

-- isPersonal of pool.store.ts
SELECT 1
  FROM deposit_address
  WHERE address_key(address) = address_key($1) AND NOT doubled

-- lockAddresses of pool.store.ts
LOCK TABLE deposit_address IN SHARE ROW EXCLUSIVE MODE

-- addAddresses of pool.store.ts
INSERT INTO deposit_address (currency, network, address) SELECT $1, $2, unnest($3::text[])
  ON CONFLICT DO NOTHING

-- findStock of pool.store.ts
SELECT currency, network, count(*) FILTER (WHERE user_id IS NULL AND NOT doubled) AS free, count(user_id) AS given
  FROM deposit_address
  GROUP BY currency, network

-- findPool of pool.store.ts
SELECT *
  FROM deposit_address
  WHERE ($1::text IS NULL OR address_key(address) = address_key($1)) AND id < $2
  ORDER BY id DESC LIMIT $3

-- findGiven of pool.store.ts
SELECT user_id, currency, network, address
  FROM deposit_address
  WHERE user_id = ANY($1) AND NOT doubled

-- findAddressOwner of pool.store.ts
SELECT user_id, currency, network
  FROM deposit_address
  WHERE address_key(address) = address_key($1) AND user_id IS NOT NULL AND NOT doubled

-- findWatched of pool.store.ts
SELECT id, currency, address
  FROM deposit_address
  WHERE network = $1 AND id > $2 AND NOT doubled
  ORDER BY id LIMIT $3

-- countReviewed of review.ts
SELECT count(*)
  FROM withdrawal
  WHERE holder = $1 AND status = $2 AND reason = $3 AND updated_at >= $4

-- depositFact of store.ts
INSERT INTO deposit (id, holder, currency, amount, claim, status, reason, operator, created_at, updated_at)
  VALUES ($1, $2, $3, $4, $5, 0, 0, 0, $6, $6)

-- depositFact of store.ts
UPDATE deposit
  SET status = $2, received = $3, reason = $4, operator = $5, updated_at = $6
  WHERE id = $1

-- withdrawalFact of store.ts
INSERT INTO withdrawal (id, holder, currency, amount, fee, method, claim, status, reason, approved_by, decided_by, deadline, escalated_at, created_at, updated_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, 0, 0, 0, 0, $8, 0, $9, $9)

-- withdrawalFact of store.ts
UPDATE withdrawal
  SET status = $2::smallint, updated_at = $4, approved_by = CASE WHEN $2::smallint = 1 THEN $3::bigint ELSE approved_by END
  WHERE id = $1

-- withdrawalFact of store.ts
UPDATE withdrawal
  SET escalated_at = $2
  WHERE id = $1

-- withdrawalFact of store.ts
UPDATE withdrawal
  SET status = $2, reason = $3, decided_by = $4, updated_at = $5
  WHERE id = $1

-- findDeposits of store.ts
SELECT d.*, c.user_id, c.network, c.transaction_id, c.file_id
  FROM deposit AS d
  LEFT JOIN deposit_claim AS c ON c.id = d.claim
  WHERE d.holder = $1 AND d.id < $2 AND d.status = ANY($4)
  ORDER BY d.id DESC LIMIT $3

-- findDeposit of store.ts
SELECT d.*, c.user_id, c.network, c.transaction_id, c.file_id
  FROM deposit AS d
  LEFT JOIN deposit_claim AS c ON c.id = d.claim
  WHERE d.id = $1

-- findDepositOfClaim of store.ts
SELECT d.*, c.user_id, c.network, c.transaction_id, c.file_id
  FROM deposit AS d
  LEFT JOIN deposit_claim AS c ON c.id = d.claim
  WHERE d.claim = $1

-- findWithdrawals of store.ts
SELECT w.*, c.user_id, c.network, c.payee, c.memo, c.bank, c.transaction_id, a.arrived, a.time AS answered_at, s.time AS settled_at, a.ticket, m.confirmations
  FROM withdrawal AS w
  LEFT JOIN withdrawal_claim AS c ON c.id = w.claim
  LEFT JOIN payout_answer AS a ON a.withdrawal = w.id AND a.step = 0
  LEFT JOIN payout_answer AS s ON s.withdrawal = w.id AND s.step = 1
  LEFT JOIN LATERAL (SELECT o.confirmations
    FROM payout AS p
    JOIN payout_order AS o ON o.payout = p.id
    WHERE p.withdrawal = w.id AND o.said IN ('sent', 'lost')
    ORDER BY p.id DESC LIMIT 1) AS m ON true
  WHERE w.holder = $1 AND w.id < $2 AND w.status = ANY($4)
  ORDER BY w.id DESC LIMIT $3

-- findWithdrawal of store.ts
SELECT w.*, c.user_id, c.network, c.payee, c.memo, c.bank, c.transaction_id, a.arrived, a.time AS answered_at, s.time AS settled_at, a.ticket, m.confirmations
  FROM withdrawal AS w
  LEFT JOIN withdrawal_claim AS c ON c.id = w.claim
  LEFT JOIN payout_answer AS a ON a.withdrawal = w.id AND a.step = 0
  LEFT JOIN payout_answer AS s ON s.withdrawal = w.id AND s.step = 1
  LEFT JOIN LATERAL (SELECT o.confirmations
    FROM payout AS p
    JOIN payout_order AS o ON o.payout = p.id
    WHERE p.withdrawal = w.id AND o.said IN ('sent', 'lost')
    ORDER BY p.id DESC LIMIT 1) AS m ON true
  WHERE w.id = $1

-- disputedPayouts of store.ts
SELECT w.*, c.user_id, c.network, c.payee, c.memo, c.bank, c.transaction_id, a.arrived, a.time AS answered_at, s.time AS settled_at, a.ticket, m.confirmations
  FROM withdrawal AS w
  LEFT JOIN withdrawal_claim AS c ON c.id = w.claim
  LEFT JOIN payout_answer AS a ON a.withdrawal = w.id AND a.step = 0
  LEFT JOIN payout_answer AS s ON s.withdrawal = w.id AND s.step = 1
  LEFT JOIN LATERAL (SELECT o.confirmations
    FROM payout AS p
    JOIN payout_order AS o ON o.payout = p.id
    WHERE p.withdrawal = w.id AND o.said IN ('sent', 'lost')
    ORDER BY p.id DESC LIMIT 1) AS m ON true
  WHERE NOT a.arrived AND s.withdrawal IS NULL AND (a.time, w.id) > (SELECT coalesce(max(f.time), 0), $1::bigint
    FROM payout_answer AS f
    WHERE f.withdrawal = $1 AND f.step = 0)
  ORDER BY a.time, w.id LIMIT $2

-- lostPayouts of store.ts
SELECT w.*, c.user_id, c.network, c.payee, c.memo, c.bank, c.transaction_id, a.arrived, a.time AS answered_at, s.time AS settled_at, a.ticket, m.confirmations
  FROM withdrawal AS w
  LEFT JOIN withdrawal_claim AS c ON c.id = w.claim
  LEFT JOIN payout_answer AS a ON a.withdrawal = w.id AND a.step = 0
  LEFT JOIN payout_answer AS s ON s.withdrawal = w.id AND s.step = 1
  LEFT JOIN LATERAL (SELECT o.confirmations
    FROM payout AS p
    JOIN payout_order AS o ON o.payout = p.id
    WHERE p.withdrawal = w.id AND o.said IN ('sent', 'lost')
    ORDER BY p.id DESC LIMIT 1) AS m ON true
  WHERE w.id > $1 AND EXISTS (SELECT 1
    FROM payout AS l
    JOIN payout_order AS k ON k.payout = l.id
    WHERE l.withdrawal = w.id AND (l.state = 2 OR k.lost_at IS NOT NULL))
  ORDER BY w.id LIMIT $2
