-- What this slice of the server has the database do. Written by `npx vitest run tests/statements.test.ts -u`, and
-- compared by every run of the tests. ${…} is what the program puts in while it runs.

-- findDepositClaim of claims.store.ts
SELECT user_id, network, transaction_id, file_id
  FROM deposit_claim
  WHERE id = $1

-- removeDepositClaim of claims.store.ts
DELETE FROM deposit_claim
  WHERE id = $1

-- findWithdrawalClaim of claims.store.ts
SELECT user_id, network, payee, bank
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
    WHERE d.claim = c.id)
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

-- findNetworks of networks.store.ts
SELECT *
  FROM wallet_network
  ORDER BY currency, network LIMIT 500

-- findNetwork of networks.store.ts
SELECT *
  FROM wallet_network
  WHERE currency = $1 AND network = $2

-- putNetwork of networks.store.ts
INSERT INTO wallet_network (currency, network, form, address, deposit, withdraw)
  VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT (currency, network) DO UPDATE
  SET form = excluded.form, address = excluded.address, deposit = excluded.deposit, withdraw = excluded.withdraw, updated_at = now()
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
INSERT INTO wallet_address (user_id, currency, network, address, label, usable_from)
  VALUES ($1, $2, $3, $4, $5, $6)
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

-- findWithdrawals of store.ts
SELECT w.*, c.user_id, c.network, c.payee, c.bank, c.transaction_id, a.arrived, a.time AS answered_at, s.time AS settled_at, a.ticket
  FROM withdrawal AS w
  LEFT JOIN withdrawal_claim AS c ON c.id = w.claim
  LEFT JOIN payout_answer AS a ON a.withdrawal = w.id AND a.step = 0
  LEFT JOIN payout_answer AS s ON s.withdrawal = w.id AND s.step = 1
  WHERE w.holder = $1 AND w.id < $2 AND w.status = ANY($4)
  ORDER BY w.id DESC LIMIT $3

-- findWithdrawal of store.ts
SELECT w.*, c.user_id, c.network, c.payee, c.bank, c.transaction_id, a.arrived, a.time AS answered_at, s.time AS settled_at, a.ticket
  FROM withdrawal AS w
  LEFT JOIN withdrawal_claim AS c ON c.id = w.claim
  LEFT JOIN payout_answer AS a ON a.withdrawal = w.id AND a.step = 0
  LEFT JOIN payout_answer AS s ON s.withdrawal = w.id AND s.step = 1
  WHERE w.id = $1

-- disputedPayouts of store.ts
SELECT w.*, c.user_id, c.network, c.payee, c.bank, c.transaction_id, a.arrived, a.time AS answered_at, s.time AS settled_at, a.ticket
  FROM withdrawal AS w
  LEFT JOIN withdrawal_claim AS c ON c.id = w.claim
  LEFT JOIN payout_answer AS a ON a.withdrawal = w.id AND a.step = 0
  LEFT JOIN payout_answer AS s ON s.withdrawal = w.id AND s.step = 1
  WHERE NOT a.arrived AND s.withdrawal IS NULL AND (a.time, w.id) > (SELECT coalesce(max(f.time), 0), $1::bigint
    FROM payout_answer AS f
    WHERE f.withdrawal = $1 AND f.step = 0)
  ORDER BY a.time, w.id LIMIT $2
