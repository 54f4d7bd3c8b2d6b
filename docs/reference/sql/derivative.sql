-- What this slice of the server has the database do. Written by `npx vitest run tests/statements.test.ts -u`, and
-- compared by every run of the tests. ${…} is what the program puts in while it runs.

-- fundingProjection of funding.store.ts
COPY funding_rate (realm, listing, stamp, rate, premium_rate, samples, mark_tenths)

-- fundingProjection of funding.store.ts
COPY funding_payment (holder, listing, stamp, position_id, amount)

-- findLastFundings of funding.store.ts
SELECT DISTINCT ON (realm, listing) *
  FROM funding_rate
  ORDER BY realm, listing, stamp DESC

-- findFundings of funding.store.ts
SELECT r.*, coalesce((SELECT sum(p.amount)
      FROM funding_payment AS p
      WHERE p.holder = $1 AND p.listing = r.listing AND p.stamp = r.stamp), 0)::text AS payment
  FROM funding_rate AS r
  WHERE r.realm = $2 AND r.listing = $3 AND r.stamp < $4
  ORDER BY r.stamp DESC LIMIT $5

-- findFundingRates of funding.store.ts
SELECT *
  FROM funding_rate
  WHERE listing = $1 AND stamp < $2 AND ($3::bigint IS NULL OR stamp = $3)
  ORDER BY stamp DESC, realm LIMIT $4

-- findPerpetualOrders of history.store.ts
SELECT *
  FROM derivative_order AS t
  WHERE ${where.join(' AND ')}
  ORDER BY t.id DESC LIMIT $3

-- findPositions of history.store.ts
SELECT *
  FROM derivative_position AS t
  WHERE ${where.join(' AND ')}
  ORDER BY t.id DESC LIMIT $3

-- findTickets of history.store.ts
SELECT *
  FROM derivative_order AS t
  WHERE ${where.join(' AND ')}
  ORDER BY t.id DESC LIMIT $3

-- findOrdersById of history.store.ts
SELECT *
  FROM derivative_order
  WHERE id = ANY($1::bigint[])
  ORDER BY id

-- findPositionsById of history.store.ts
SELECT *
  FROM derivative_position
  WHERE id = ANY($1::bigint[])
  ORDER BY id

-- findFillsOfOrder of history.store.ts
SELECT *
  FROM derivative_fill
  WHERE order_id = $1 AND order_id > 0
  ORDER BY trade DESC LIMIT $2

-- findFillsOfHolder of history.store.ts
SELECT f.*, p.kind AS position_kind
  FROM derivative_fill f
  JOIN derivative_position p ON p.id = CASE f.opening WHEN 0 THEN f.closing ELSE f.opening END
  WHERE f.holder = $1 AND f.trade < $2${ofListing}
  ORDER BY f.trade DESC LIMIT $3

-- findFillsOf of history.store.ts
SELECT *
  FROM derivative_fill
  WHERE holder = $1 AND trade BETWEEN $2 AND $3 AND (closing = $4 OR opening = $4)
  ORDER BY trade DESC LIMIT $5

-- findLiquidatedOrders of history.store.ts
SELECT *
  FROM derivative_order
  WHERE holder = $1 AND status <> ${newOrder} AND reason = ${byLiquidation} AND updated_at >= $2 AND updated_at < $3
  ORDER BY id LIMIT $4

-- insuranceProjection of insurance.store.ts
COPY insurance_move (realm, listing, amount, balance_after, reason, time)

-- insuranceBalance of insurance.store.ts
SELECT balance_after
  FROM insurance_move
  WHERE realm = $1
  ORDER BY id DESC LIMIT 1

-- findInsuranceMoves of insurance.store.ts
SELECT *
  FROM insurance_move
  WHERE id < $1${ofRealm}
  ORDER BY id DESC LIMIT $2

-- findDerivativeKinds of kinds.store.ts
SELECT id, CASE WHEN product = $2 THEN 'contract' ELSE 'perpetual' END AS kind
  FROM derivative_order
  WHERE id = ANY($1::bigint[])
  UNION ALL SELECT id, CASE WHEN kind = $3 THEN 'contract' ELSE 'position' END
  FROM derivative_position
  WHERE id = ANY($1::bigint[])

-- liquidationProjection of liquidation.store.ts
COPY liquidation_close (holder, realm, listing, position_id, side, lots, quote_amount, realised, fee, insurance, taken_over, index_tenths, index_time, time)

-- putStart of liquidation.store.ts
INSERT INTO liquidation (holder, realm, listing, position_id, lots, equity, maintenance, index_tenths, index_time, positions, time)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)

-- putReckoning of liquidation.store.ts
UPDATE liquidation
  SET reckoning = $1
  WHERE id = (SELECT max(id)
    FROM liquidation
    WHERE holder = $2 AND position_id = $3)

-- findLiquidations of liquidation.store.ts
SELECT id, holder, listing, position_id, lots, equity, maintenance, index_tenths, index_time, positions, time
  FROM liquidation
  WHERE holder = $1 AND id < $2
  ORDER BY id DESC LIMIT $3

-- findLiquidationOf of liquidation.store.ts
SELECT id, holder, listing, position_id, lots, equity, maintenance, index_tenths, index_time, positions, time
  FROM liquidation
  WHERE holder = $1 AND position_id = $2 AND time BETWEEN $3 AND $4
  ORDER BY id DESC LIMIT 1

-- findNextStart of liquidation.store.ts
SELECT time
  FROM liquidation
  WHERE holder = $1 AND position_id = $2 AND id > $3
  ORDER BY id LIMIT 1

-- findCloses of liquidation.store.ts
SELECT *
  FROM liquidation_close
  WHERE holder = $1 AND ($2 = 0 OR position_id = $2) AND time >= $3 AND time < $4
  ORDER BY time, id LIMIT $5

-- findPublicCloses of liquidation.store.ts
SELECT *
  FROM liquidation_close
  WHERE ${where.join(' AND ')}
  ORDER BY id DESC LIMIT $2

-- findReckoning of liquidation.store.ts
SELECT l.id, l.holder, l.reckoning
  FROM liquidation_close AS c
  JOIN liquidation AS l ON l.holder = c.holder AND (l.position_id = 0 OR l.position_id = c.position_id) AND l.time <= c.time
  WHERE c.id = $1
  ORDER BY l.id DESC LIMIT 1

-- findFirstClose of liquidation.store.ts
SELECT c.id
  FROM liquidation AS l
  JOIN liquidation_close AS c ON c.holder = l.holder AND (l.position_id = 0 OR c.position_id = l.position_id) AND c.time >= l.time
  WHERE l.id = $1
  ORDER BY c.time, c.id LIMIT 1

-- kindsOfPositions of past.store.ts
SELECT id, kind
  FROM derivative_position
  WHERE id = ANY($1::bigint[])

-- hasRealPositions of past.store.ts
SELECT 1
  FROM derivative_position AS p
  JOIN holder AS h ON h.holder = p.holder
  WHERE p.ended_at IS NULL AND p.holder >= $1 AND h.realm = $2 LIMIT 1

-- findPositionThen of past.store.ts
SELECT p.side, p.opened_at, sum(CASE WHEN f.opening = p.id THEN f.lots - f.lots_closed ELSE 0 END - CASE WHEN f.closing = p.id THEN f.lots_closed ELSE 0 END) AS lots
  FROM derivative_position AS p
  LEFT JOIN derivative_fill AS f ON f.holder = p.holder AND f.trade BETWEEN p.trade_first AND p.trade_last AND f.time <= $3 AND NOT f.trade = ANY($4::bigint[])
  WHERE p.id = $2 AND p.holder = $1
  GROUP BY p.id

-- findDerivativeTrades of past.store.ts
SELECT f.trade, f.time, f.listing, CASE WHEN f.maker THEN o.fee_rate_maker ELSE o.fee_rate_taker END AS fee_rate
  FROM derivative_fill AS f
  LEFT JOIN derivative_order AS o ON o.id = f.order_id AND f.order_id > 0
  WHERE f.holder = $1 AND (f.order_id = $2 OR f.closing = $2 OR f.opening = $2) AND f.trade > $3
  ORDER BY f.trade LIMIT $4

-- findClosing of past.store.ts
SELECT p.side, p.ended_at, coalesce(f.lots, 0) AS lots, coalesce(f.proceeds, 0) AS proceeds
  FROM derivative_position AS p, LATERAL ( SELECT sum(lots) AS lots, sum(quote_amount) AS proceeds
    FROM derivative_fill
    WHERE holder = p.holder AND trade BETWEEN p.trade_first AND p.trade_last AND closing = p.id AND purpose = ANY($2) ) AS f
  WHERE p.id = $1

-- derivativeProjection of store.ts
COPY derivative_order (id, holder, listing, product, position_kind, purpose, closes, side, kind, time_in_force, price, lots, filled, quote_filled, multiple, reduce_only, hold, fee_rate_maker, fee_rate_taker, fee_paid, realised, stop_loss, take_profit, made, took, status, reason, accepted_at, updated_at)

-- derivativeProjection of store.ts
COPY derivative_position (id, holder, listing, kind, side, multiple, lots, cost, margin, lots_opened, cost_opened, lots_closed, proceeds, fee_paid, realised, funding, stop_loss, take_profit, trade_first, trade_last, status, reason, opened_at, updated_at, ended_at)

-- derivativeProjection of store.ts
COPY derivative_fill (holder, trade, order_id, closing, opening, purpose, listing, side, maker, price, lots, lots_closed, quote_amount, fee, realised, index_tenths, index_time, time)

-- targetsOf of store.ts
SELECT id, stop_loss, take_profit
  FROM derivative_order
  WHERE id = ANY($1::bigint[])

-- changeOrders of store.ts
UPDATE derivative_order AS o
  SET price = coalesce(c.price, o.price), lots = coalesce(c.lots, o.lots), filled = o.filled + c.filled, quote_filled = o.quote_filled + c.quote_filled, fee_paid = o.fee_paid + c.fee_paid, realised = o.realised + c.realised, hold = o.hold - c.released, made = o.made OR c.made, took = o.took OR c.took, stop_loss = coalesce(c.stop_loss, o.stop_loss), take_profit = coalesce(c.take_profit, o.take_profit), status = coalesce(c.status, o.status), reason = coalesce(c.reason, o.reason), updated_at = c.updated_at
  FROM unnest($1::bigint[], $2::int[], $3::int[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::boolean[], $9::boolean[], $10::bigint[], $11::bigint[], $12::smallint[], $13::smallint[], $14::bigint[], $15::bigint[]) AS c (id, lots, filled, quote_filled, fee_paid, realised, released, made, took, stop_loss, take_profit, status, reason, updated_at, price)
  WHERE o.id = c.id

-- changePositions of store.ts
UPDATE derivative_position AS p
  SET lots = coalesce(c.lots, p.lots), cost = coalesce(c.cost, p.cost), margin = coalesce(c.margin, p.margin) + c.added, lots_opened = p.lots_opened + c.lots_opened, cost_opened = p.cost_opened + c.cost_opened, lots_closed = p.lots_closed + c.lots_closed, proceeds = p.proceeds + c.proceeds, fee_paid = p.fee_paid + c.fee_paid, realised = p.realised + c.realised, funding = p.funding + c.funding, stop_loss = coalesce(c.stop_loss, p.stop_loss), take_profit = coalesce(c.take_profit, p.take_profit), trade_last = coalesce(c.trade_last, p.trade_last), status = coalesce(c.status, p.status), reason = coalesce(c.reason, p.reason), updated_at = c.updated_at, ended_at = CASE WHEN c.status IS NULL THEN p.ended_at ELSE c.updated_at END
  FROM unnest($1::bigint[], $2::int[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[], $13::bigint[], $14::bigint[], $15::bigint[], $16::smallint[], $17::smallint[], $18::bigint[]) AS c (id, lots, cost, margin, added, lots_opened, cost_opened, lots_closed, proceeds, fee_paid, realised, funding, stop_loss, take_profit, trade_last, status, reason, updated_at)
  WHERE p.id = c.id
