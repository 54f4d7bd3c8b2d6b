-- What this slice of the server has the database do. Written by `npx vitest run tests/statements.test.ts -u`, and
-- compared by every run of the tests. ${…} is what the program puts in while it runs.

-- keepExits of exits.store.ts
INSERT INTO option_exit (listing, expiry, realm, kind, state, stamp, index_tenths, sources, trades) SELECT *
  FROM unnest($1::smallint[], $2::bigint[], $3::smallint[], $4::smallint[], $5::smallint[], $6::bigint[], $7::bigint[], $8::smallint[], $9::jsonb[])
  ON CONFLICT (listing, expiry, realm, kind) DO UPDATE
  SET state = excluded.state, stamp = excluded.stamp, index_tenths = excluded.index_tenths, sources = excluded.sources, trades = excluded.trades

-- findExits of exits.store.ts
SELECT DISTINCT ON (kind, state) kind, state, stamp, index_tenths, sources, trades
  FROM option_exit
  WHERE listing = $1 AND expiry = $2
  ORDER BY kind, state, realm

-- findSamplesAround of exits.store.ts
SELECT stamp, index_tenths, sources, fresh
  FROM index_sample
  WHERE listing = $1 AND kind = $2 AND stamp BETWEEN $3 AND $4
  ORDER BY stamp LIMIT $5

-- countVoids of exits.store.ts
SELECT v.listing, v.reason, v.count, coalesce(s.count, 0) AS settled
  FROM option_end AS v
  LEFT JOIN option_end AS s ON s.listing = v.listing AND s.reason = -1
  WHERE v.reason >= 0
  ORDER BY v.listing, v.reason

-- optionProjection of store.ts
COPY option_order (id, holder, realm, listing, direction, stake, seconds, rate, gain, tie, status, accepted_at)

-- enter of store.ts
UPDATE option_order
  SET entry_stamp = $1, entry_tenths = $2, entry_sources = $3, kind = $4
  WHERE id BETWEEN $5 AND $6 AND realm = $7 AND listing = $8 AND status = $9 AND entry_stamp IS NULL AND id <> ALL ($10::bigint[])

-- end of store.ts
UPDATE option_order AS o
  SET status = c.status, outcome = c.outcome, reason = c.reason, exit_stamp = c.exit_stamp, exit_tenths = c.exit_tenths, closed_at = c.closed_at
  FROM unnest($1::bigint[], $2::smallint[], $3::smallint[], $4::smallint[], $5::bigint[], $6::bigint[], $7::bigint[]) AS c (id, status, outcome, reason, exit_stamp, exit_tenths, closed_at)
  WHERE o.id = c.id

-- count of store.ts
INSERT INTO option_end AS e (listing, reason, count) SELECT *
  FROM unnest($1::smallint[], $2::smallint[], $3::bigint[])
  ON CONFLICT (listing, reason) DO UPDATE
  SET count = e.count + excluded.count

-- findOptions of store.ts
SELECT *
  FROM option_order
  WHERE ${where.join(' AND ')}
  ORDER BY id DESC LIMIT $3

-- findOptionsById of store.ts
SELECT *
  FROM option_order
  WHERE id = ANY($1::bigint[])
  ORDER BY id

-- findEntered of store.ts
SELECT *
  FROM option_order
  WHERE id BETWEEN $1 AND $2 AND listing = $3 AND entry_stamp = $4
  ORDER BY id LIMIT $5

-- findOptionRealm of store.ts
SELECT realm
  FROM option_order
  WHERE id = $1
