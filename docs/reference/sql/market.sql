-- What this slice of the server has the database do. Written by `npx vitest run tests/statements.test.ts -u`, and
-- compared by every run of the tests. ${…} is what the program puts in while it runs.

-- findKept of feedSetting.store.ts
SELECT value
  FROM market_kept
  WHERE name = $1

-- keepFeed of feedSetting.store.ts
INSERT INTO market_kept (name, value)
  VALUES ($1, $2)
  ON CONFLICT (name) DO UPDATE
  SET value = excluded.value, kept_at = now()

-- kept of store.ts
SELECT value
  FROM market_kept
  WHERE name = $1

-- newest of store.ts
SELECT c.*
  FROM unnest($2::text[]) AS s (symbol), unnest($3::text[], $4::int[]) AS r (resolution, most)
  CROSS JOIN LATERAL ( SELECT *
    FROM candle
    WHERE kind = $1 AND symbol = s.symbol AND resolution = r.resolution
    ORDER BY open_time DESC LIMIT r.most ) AS c
  ORDER BY c.open_time

-- range of store.ts
SELECT *
  FROM candle
  WHERE kind = $1 AND symbol = $2 AND resolution = $3 AND open_time >= $4 AND open_time < $5
  ORDER BY open_time ${from === null ? 'DESC' : 'ASC'} LIMIT $6

-- discardAfter of store.ts
DELETE FROM candle USING unnest($2::text[], $3::bigint[]) AS r (resolution, length)
  WHERE kind = $1 AND candle.resolution = r.resolution AND open_time + r.length > $4

-- prune of store.ts
DELETE FROM candle
  WHERE ctid = ANY (ARRAY( SELECT ctid FROM candle WHERE resolution = $1 AND open_time < $2 LIMIT $3))

-- keepValue of store.ts
INSERT INTO market_kept (name, value)
  VALUES ($1, $2)
  ON CONFLICT (name) DO UPDATE
  SET value = excluded.value, kept_at = now()

-- insertCandles of store.ts
INSERT INTO candle (kind, symbol, resolution, open_time, open, high, low, close, volume, turnover, source) SELECT $1, symbol, resolution, open_time, open * 1e-8, high * 1e-8, low * 1e-8, close * 1e-8, volume * 1e-8, turnover * 1e-16, source
  FROM unnest($2::text[], $3::text[], $4::bigint[], $5::numeric[], $6::numeric[], $7::numeric[], $8::numeric[], $9::numeric[], $10::numeric[], $11::text[]) AS c (symbol, resolution, open_time, open, high, low, close, volume, turnover, source)
  ON CONFLICT DO NOTHING
