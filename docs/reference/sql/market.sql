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

-- seedSymbols of symbols.store.ts
LOCK TABLE market_symbol IN SHARE ROW EXCLUSIVE MODE

-- seedSymbols of symbols.store.ts
SELECT EXISTS (SELECT
    FROM market_symbol) OR EXISTS (SELECT
    FROM coin_name) AS found

-- findSymbols of symbols.store.ts
SELECT code, listing, base, quote, price_decimals AS "priceDecimals", quantity_decimals AS "quantityDecimals", jump_permille AS "jumpPermille", sources, simulation
  FROM market_symbol
  ORDER BY listing NULLS LAST, code

-- announceSymbol of symbols.store.ts
INSERT INTO market_symbol (code, base, quote, price_decimals, quantity_decimals, jump_permille, sources, simulation)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
  ON CONFLICT (code) DO UPDATE
  SET price_decimals = excluded.price_decimals, quantity_decimals = excluded.quantity_decimals, jump_permille = excluded.jump_permille, sources = excluded.sources, simulation = excluded.simulation
  WHERE market_symbol.listing IS NULL

-- numberSymbol of symbols.store.ts
UPDATE market_symbol
  SET listing = $2
  WHERE code = $1

-- dropSymbol of symbols.store.ts
DELETE FROM market_symbol
  WHERE code = $1 AND listing IS NULL

-- changeSymbol of symbols.store.ts
UPDATE market_symbol
  SET jump_permille = $2, sources = $3
  WHERE code = $1

-- nameCoin of symbols.store.ts
INSERT INTO coin_name (code, name)
  VALUES ($1, $2)
  ON CONFLICT (code) DO UPDATE
  SET name = excluded.name

-- findCoinNames of symbols.store.ts
SELECT code, name
  FROM coin_name
