-- What this slice of the server has the database do. Written by `npx vitest run tests/statements.test.ts -u`, and
-- compared by every run of the tests. ${…} is what the program puts in while it runs.

-- conditionalProjection of conditionals.store.ts
COPY spot_conditional (id, holder, listing, side, kind, passing, trigger_price, price, quantity, budget, hold, status, reason, refusal, other_kind, other_trigger, other_price, trail_rate, extreme_tenths, placed_at, updated_at)

-- endThem of conditionals.store.ts
UPDATE spot_conditional AS c
  SET status = e.status, reason = e.reason, refusal = e.refusal, updated_at = e.updated_at, extreme_tenths = coalesce(e.extreme_tenths, c.extreme_tenths)
  FROM unnest($1::bigint[], $2::smallint[], $3::smallint[], $4::text[], $5::bigint[], $6::bigint[]) AS e (id, status, reason, refusal, updated_at, extreme_tenths)
  WHERE c.id = e.id

-- findConditionals of conditionals.store.ts
SELECT *
  FROM spot_conditional
  WHERE ${where.join(' AND ')}
  ORDER BY id DESC LIMIT $3

-- findConditionalsById of conditionals.store.ts
SELECT *
  FROM spot_conditional
  WHERE id = ANY($1::bigint[])
  ORDER BY id

-- spotProjection of store.ts
COPY spot_order (id, holder, listing, side, kind, time_in_force, price, quantity, budget, filled, quote_filled, fee_paid, fee_rate_maker, fee_rate_taker, made, took, status, reason, accepted_at, updated_at)

-- spotProjection of store.ts
COPY spot_fill (holder, trade, order_id, listing, side, maker, price, quantity, quote_amount, fee, index_tenths, index_time, time)

-- changeOrders of store.ts
UPDATE spot_order AS o
  SET price = coalesce(c.price, o.price), quantity = coalesce(c.quantity, o.quantity), filled = o.filled + c.filled, quote_filled = o.quote_filled + c.quote_filled, fee_paid = o.fee_paid + c.fee_paid, made = o.made OR c.made, took = o.took OR c.took, status = coalesce(c.status, o.status), reason = coalesce(c.reason, o.reason), updated_at = c.updated_at
  FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::boolean[], $8::boolean[], $9::smallint[], $10::smallint[], $11::bigint[]) AS c (id, price, quantity, filled, quote_filled, fee_paid, made, took, status, reason, updated_at)
  WHERE o.id = c.id

-- findOrders of store.ts
SELECT *
  FROM spot_order
  WHERE ${where.join(' AND ')}
  ORDER BY id DESC LIMIT $3

-- findOrder of store.ts
SELECT *
  FROM spot_order
  WHERE id = $1

-- findOrdersById of store.ts
SELECT *
  FROM spot_order
  WHERE id = ANY($1::bigint[])
  ORDER BY id

-- findFills of store.ts
SELECT *
  FROM spot_fill
  WHERE holder = $1 AND trade < $2${ofOrder}${ofListing}
  ORDER BY trade DESC LIMIT $3

-- findSpotTrades of trades.store.ts
SELECT f.trade, f.time, f.listing, CASE WHEN f.maker THEN o.fee_rate_maker ELSE o.fee_rate_taker END AS fee_rate
  FROM spot_fill AS f
  JOIN spot_order AS o ON o.id = f.order_id
  WHERE f.holder = $1 AND f.order_id = $2 AND f.trade > $3 AND f.index_tenths > 0
  ORDER BY f.trade LIMIT $4

-- filledOf of trades.store.ts
SELECT id, listing, filled, quote_filled
  FROM spot_order
  WHERE id = ANY($1::bigint[])

-- findTurnovers of turnovers.store.ts
WITH fills AS ( SELECT h.realm, f.listing, f.trade, max(f.quote_amount) AS quote, sum(CASE WHEN f.side = $3 THEN f.fee::numeric * f.quote_amount / nullif((f.quantity::numeric * 10 ^ (c.scale - l.quantity_decimals)), 0) ELSE f.fee END) AS fee
    FROM spot_fill AS f
    JOIN holder AS h USING (holder)
    JOIN listing AS l ON l.id = f.listing
    JOIN currency AS c ON c.id = l.base
    WHERE f.time >= $1
    GROUP BY h.realm, f.listing, f.trade ), turned AS ( SELECT realm, listing, sum(quote) AS volume, floor(sum(fee)) AS fees
    FROM fills
    GROUP BY realm, listing ), waiting AS ( SELECT h.realm, o.listing, count(*) AS open_orders
    FROM spot_order AS o
    JOIN holder AS h USING (holder)
    WHERE o.status = $2
    GROUP BY h.realm, o.listing ) SELECT realm, listing, coalesce(open_orders, 0) AS open_orders, coalesce(volume, 0)::text AS volume, coalesce(fees, 0)::text AS fees
  FROM turned
  FULL JOIN waiting USING (realm, listing)
