-- What this slice of the server has the database do. Written by `npx vitest run tests/statements.test.ts -u`, and
-- compared by every run of the tests. ${…} is what the program puts in while it runs.

-- conversionProjection of conversions.store.ts
COPY conversion (id, holder, source, target, source_amount, target_amount, fee, fee_rate, time)

-- findConversions of conversions.store.ts
SELECT c.*, (SELECT s.kind <> $4
    FROM index_sample AS s
    WHERE s.stamp <= c.time AND s.listing = (SELECT min(l.id)
      FROM listing AS l
      WHERE l.quote = 0 AND l.base IN (c.source, c.target))
    ORDER BY s.stamp DESC LIMIT 1) AS simulated
  FROM conversion AS c
  WHERE holder = $1 AND id < $2
  ORDER BY id DESC LIMIT $3

-- findConversionTime of conversions.store.ts
SELECT time
  FROM conversion
  WHERE id = $1 AND holder = $2

-- countGainLines of gains.store.ts
SELECT count(*) AS lines
  FROM ( SELECT 1
    FROM ledger_entry
    WHERE holder = $1 AND time < $2 AND seq <= $3 AND account = $4 AND other <> $5 AND category = ANY($6::smallint[]) LIMIT $7) AS found

-- readGainLines of gains.store.ts
SELECT *
  FROM ledger_entry
  WHERE holder = $1 AND time < $2 AND seq <= $3 AND account = $4 AND other <> $5 AND category = ANY($6::smallint[]) AND (time, place) > ($7, $8)
  ORDER BY time, place LIMIT $9

-- readLedgerTables of ledgerCheck.ts
SELECT holder, account, currency, b.posted, b.frozen, l.lines
  FROM balance AS b
  FULL JOIN (SELECT holder, account, currency, sum(amount)::text AS lines
    FROM ledger_entry
    WHERE other <> $1
    GROUP BY holder, account, currency) AS l USING (holder, account, currency)

-- keepStakes of profit.store.ts
INSERT INTO profit_stake (product, ref, currency, amount) SELECT *
  FROM unnest($1::smallint[], $2::bigint[], $3::smallint[], $4::bigint[])

-- takeStakes of profit.store.ts
DELETE FROM profit_stake USING unnest($1::smallint[], $2::bigint[]) AS paid (product, ref)
  WHERE (profit_stake.product, profit_stake.ref) = (paid.product, paid.ref)
  RETURNING profit_stake.product, profit_stake.ref, currency, amount

-- addProfits of profit.store.ts
INSERT INTO profit_day AS p (holder, day, product, currency, amount) SELECT holder, day, product, currency, sum(amount)
  FROM unnest( $1::int[], $2::int[], $3::smallint[], $4::smallint[], $5::bigint[]) AS n (holder, day, product, currency, amount)
  GROUP BY holder, day, product, currency
  ON CONFLICT (holder, day, product, currency) DO UPDATE
  SET amount = p.amount + excluded.amount

-- findProfits of profit.store.ts
SELECT day, product, currency, amount
  FROM profit_day
  WHERE holder = $1 AND day >= $2

-- countLosing of profit.store.ts
SELECT realm, is_option, count(*) AS people, count(*) FILTER (WHERE amount < 0) AS losing
  FROM (SELECT realm, holder, product = $2 AS is_option, sum(amount) AS amount
    FROM profit_day
    JOIN holder USING (holder)
    WHERE day >= $1 AND product = ANY($3::smallint[]) AND currency = 0
    GROUP BY 1, 2, 3) AS own
  GROUP BY 1, 2
  ORDER BY 1, 2

-- findDayPrices of profit.store.ts
SELECT hour, currency, price
  FROM worth_price
  WHERE hour >= $1 AND hour % 86400000 = 0

-- findFlows of profit.store.ts
SELECT width_bucket(seq - 1, $3::bigint[]) AS bucket, currency, sum(amount) AS amount
  FROM ledger_entry
  WHERE holder = $1 AND time >= $2 AND account = $4 AND other <> $5 AND category = ANY($6::smallint[]) AND seq > $7
  GROUP BY 1, 2

-- findCoins of profit.store.ts
SELECT currency, posted
  FROM balance
  WHERE holder = $1 AND account = $2 AND posted > 0

-- readAtOnce of profit.store.ts
SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY

-- hasSeenRealMoney of realMoney.store.ts
SELECT 1
  FROM balance AS b
  JOIN holder AS h ON h.holder = b.holder
  WHERE h.realm = $1 AND h.holder >= $2 LIMIT 1

-- findStatementMonths of statement.store.ts
SELECT to_char(to_timestamp(time / 1000) AT TIME ZONE 'UTC', 'YYYY-MM') AS month, count(*) AS lines
  FROM ledger_entry
  WHERE holder = $1 AND other <> $2
  GROUP BY 1

-- findStatementAccounts of statement.store.ts
SELECT b.account, b.currency, opening, received, paid, lines
  FROM balance AS b
  LEFT JOIN LATERAL ( SELECT balance_after AS opening
    FROM ledger_entry AS e
    WHERE e.holder = b.holder AND e.account = b.account AND e.currency = b.currency AND other <> $2 AND (time, place) < ($3, $4)
    ORDER BY time DESC, place DESC LIMIT 1) AS o ON true
  LEFT JOIN ( SELECT account, currency, sum(amount) FILTER (WHERE amount > 0) AS received, sum(amount) FILTER (WHERE amount < 0) AS paid, count(*) AS lines
    FROM ledger_entry
    WHERE holder = $1 AND other <> $2 AND (time, place) >= ($3, $4) AND (time, place) < ($5, $6) AND seq <= $7
    GROUP BY 1, 2) AS m USING (account, currency)
  WHERE b.holder = $1
  ORDER BY b.account, b.currency

-- partOfSpan of statement.store.ts
SELECT time, place
  FROM ledger_entry
  WHERE holder = $1 AND other <> $2 AND (time, place) >= ($3, $4) AND (time, place) < ($5, $6) AND seq <= $7
  ORDER BY time, place OFFSET $8 LIMIT 1

-- readStatement of statement.store.ts
SELECT *
  FROM ledger_entry
  WHERE holder = $1 AND (time, place) > ($2, $3) AND (time, place) < ($4, $5) AND other <> $6 AND seq <= $7
  ORDER BY time, place LIMIT $8

-- ledgerProjection of store.ts
COPY ledger_entry (holder, time, place, seq, account, currency, category, amount, balance_after, other, ref_kind, ref, income_day)

-- standsOf of store.ts
SELECT b.*
  FROM balance AS b
  JOIN unnest($1::int[], $2::smallint[], $3::smallint[]) AS k (holder, account, currency) USING (holder, account, currency)

-- putBalances of store.ts
INSERT INTO balance (holder, account, currency, posted, frozen, seq) SELECT *
  FROM unnest($1::int[], $2::smallint[], $3::smallint[], $4::bigint[], $5::bigint[], $6::bigint[])
  ON CONFLICT (holder, account, currency) DO UPDATE
  SET posted = excluded.posted, frozen = excluded.frozen, seq = excluded.seq

-- holderProjection of store.ts
INSERT INTO holder (holder, realm, country, opened_at)
  VALUES ($1, $2, $3, $4)

-- holderProjection of store.ts
UPDATE holder
  SET disabled = $2, real_name = $3, country = $4
  WHERE holder = $1

-- putCatalogued of store.ts
INSERT INTO currency (id, code, scale)
  VALUES ($1, $2, $3)

-- putCatalogued of store.ts
INSERT INTO listing (id, code, base, quote, price_decimals, quantity_decimals, halt, halt_reason, updated_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  ON CONFLICT (id) DO UPDATE
  SET halt = excluded.halt, halt_reason = excluded.halt_reason, updated_at = excluded.updated_at

-- transferProjection of store.ts
COPY transfer (id, holder, from_account, to_account, amount, time)

-- usedKeyProjection of store.ts
COPY used_key (holder, id, route, digest, answer, time)

-- findRecords of store.ts
WITH page AS MATERIALIZED ( SELECT holder, time, place
    FROM ledger_entry
    WHERE ${where.join(' AND ')}
    ORDER BY time DESC, place DESC LIMIT $${values.length}) SELECT holder, time, place, seq, account, currency, category, amount, balance_after, other, ref_kind, ref, income_day
  FROM page
  JOIN ledger_entry USING (holder, time, place)
  ORDER BY time DESC, place DESC

-- findRecordsOf of store.ts
SELECT *
  FROM ledger_entry
  WHERE holder = $1 AND time BETWEEN $2 AND $3 AND ref_kind = ANY($4::smallint[]) AND ref = ANY($5::bigint[])
  ORDER BY time DESC, place DESC LIMIT $6

-- findTransfers of store.ts
SELECT *
  FROM transfer
  WHERE holder = $1 AND id < $2
  ORDER BY id DESC LIMIT $3

-- findUsedKey of store.ts
SELECT digest, answer, time
  FROM used_key
  WHERE holder = $1 AND route = $2 AND id = $3

-- eraseOldKeys of store.ts
DELETE FROM used_key
  WHERE (holder, id, route) IN ( SELECT holder, id, route
    FROM used_key AS k
    WHERE time < $1 AND ${goes('k')}
    ORDER BY time LIMIT $2)

-- findMovedIn of worthChange.store.ts
SELECT moved.currency, moved.amount, CASE WHEN moved.currency = 0 THEN 1000000000000 ELSE kept.price END AS price
  FROM (SELECT currency, time / 3600000 * 3600000 AS hour, sum(amount) AS amount
    FROM ledger_entry
    WHERE holder = $1 AND time >= $2 AND seq > $3 AND seq <= $4 AND other <> $5 AND category = ANY($6::smallint[])
    GROUP BY currency, hour, amount > 0) AS moved
  LEFT JOIN LATERAL ( SELECT price
    FROM worth_price AS p
    WHERE p.hour <= moved.hour AND p.hour > moved.hour - $7::bigint AND p.currency = moved.currency
    ORDER BY p.hour DESC LIMIT 1) AS kept ON true

-- findOwned of worthChange.store.ts
SELECT currency, posted AS amount
  FROM balance
  WHERE holder = $1 AND posted > 0
  UNION ALL SELECT currency, amount
  FROM invested
  WHERE holder = $1

-- sweepWorth of worthSweep.store.ts
SET TRANSACTION ISOLATION LEVEL REPEATABLE READ

-- sweepWorth of worthSweep.store.ts
INSERT INTO worth_sweep (hour, time, seq)
  VALUES ($1, $2, $3)
  ON CONFLICT DO NOTHING
  RETURNING hour

-- sweepWorth of worthSweep.store.ts
INSERT INTO worth_price (hour, currency, price) SELECT $1, *
  FROM unnest($2::smallint[], $3::bigint[])

-- sweepWorth of worthSweep.store.ts
WITH kept AS (INSERT INTO worth_sample (holder, hour, coin, contract, option, invested) SELECT holder, $1, coalesce(sum(worth) FILTER (WHERE account = $5), 0), coalesce(sum(worth) FILTER (WHERE account = $6), 0), coalesce(sum(worth) FILTER (WHERE account = $7), 0), coalesce(sum(worth) FILTER (WHERE account IS NULL), 0)
    FROM (SELECT holder, account, div(amount::numeric * price, divisor) AS worth
      FROM (SELECT holder, account, currency, posted AS amount
        FROM balance
        WHERE holder >= 32 AND posted > 0
        UNION ALL SELECT holder, NULL, currency, amount
        FROM invested) AS owned
      JOIN unnest($2::smallint[], $3::numeric[], $4::numeric[]) AS p (currency, price, divisor) USING (currency) ) AS valued
    GROUP BY holder
    RETURNING holder, coin + contract + option + invested AS worth) INSERT INTO worth_total (hour, realm, worth) SELECT $1, realm, sum(worth)
  FROM kept
  JOIN holder USING (holder)
  GROUP BY realm

-- dropOld of worthSweep.store.ts
DELETE FROM worth_sample
  WHERE hour < $1 AND hour % 86400000 <> 0

-- dropOld of worthSweep.store.ts
DELETE FROM worth_total
  WHERE hour < $1 AND hour % 86400000 <> 0

-- dropOld of worthSweep.store.ts
DELETE FROM worth_price
  WHERE hour < $1 AND hour % 86400000 <> 0

-- dropOld of worthSweep.store.ts
DELETE FROM worth_sweep
  WHERE hour < $1 AND hour % 86400000 <> 0

-- findPriced of worthSweep.store.ts
SELECT DISTINCT currency, last
  FROM worth_price, (SELECT max(hour) AS last
    FROM worth_sweep) AS swept
  WHERE hour > last - $1::bigint

-- isSwept of worthSweep.store.ts
SELECT 1
  FROM worth_sweep
  WHERE hour = $1

-- findWorth of worthSweep.store.ts
SELECT hour, s.time, s.seq, coalesce(coin, 0) AS coin, coalesce(contract, 0) AS contract, coalesce(option, 0) AS option, coalesce(invested, 0) AS invested
  FROM worth_sweep AS s
  LEFT JOIN (SELECT *
    FROM worth_sample
    WHERE holder = $1) AS w USING (hour)
  WHERE hour >= $2 AND hour % $3 = 0
  ORDER BY hour

-- findOpenedAt of worthSweep.store.ts
SELECT opened_at
  FROM holder
  WHERE holder = $1

-- findWorthTotals of worthSweep.store.ts
SELECT hour, coalesce(worth, 0) AS worth
  FROM worth_sweep
  LEFT JOIN (SELECT *
    FROM worth_total
    WHERE realm = $1) AS t USING (hour)
  WHERE hour >= $2 AND hour % 86400000 = 0 AND hour >= (SELECT min(hour)
    FROM worth_total)
