-- What this slice of the server has the database do. Written by `npx vitest run tests/statements.test.ts -u`, and
-- compared by every run of the tests. ${…} is what the program puts in while it runs.

-- findProductOf of evidence.store.ts
SELECT product
  FROM invest_order
  WHERE id = $1

-- findInvest of evidence.store.ts
SELECT p.realm, p.listing, p.direction, p.reference_price, p.annual_rate, p.days, p.maturity, s.settlement_tenths, s.samples, s.last_sample
  FROM invest_product AS p
  LEFT JOIN invest_price AS s ON s.listing = p.listing AND s.maturity = p.maturity
  WHERE p.id = $1

-- investProjection of store.ts
UPDATE invest_product
  SET closed = true
  WHERE id = $1

-- publish of store.ts
INSERT INTO invest_product (id, draft, realm, listing, direction, reference_price, annual_rate, days, share_price, shares, maturity, published_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)

-- buy of store.ts
COPY invest_order (id, holder, product, currency, coin, shares, amount, coin_payout, usdt_payout, bought_at)

-- buy of store.ts
UPDATE invest_product AS p
  SET sold = p.sold + c.sold
  FROM unnest($1::int[], $2::int[]) AS c (id, sold)
  WHERE p.id = c.id

-- price of store.ts
INSERT INTO invest_price (listing, maturity, settlement_tenths, samples, first_sample, last_sample)
  VALUES ($1, $2, $3, $4, $5, $6)

-- end of store.ts
UPDATE invest_order AS o
  SET outcome = c.outcome, paid_currency = c.currency, paid_amount = c.amount, settlement_tenths = c.tenths, ended_at = c.ended_at
  FROM unnest($1::bigint[], $2::smallint[], $3::smallint[], $4::bigint[], $5::bigint[], $6::bigint[]) AS c (id, outcome, currency, amount, tenths, ended_at)
  WHERE o.id = c.id

-- findInvestments of store.ts
SELECT o.*, p.draft, p.listing, p.direction, p.reference_price, p.annual_rate, p.days, p.share_price, p.maturity, s.samples, s.first_sample, s.last_sample
  FROM invest_order AS o
  JOIN invest_product AS p ON p.id = o.product
  LEFT JOIN invest_price AS s ON s.listing = p.listing AND s.maturity = p.maturity
  WHERE ${where.join(' AND ')}
  ORDER BY o.id DESC LIMIT $3

-- findPublished of store.ts
SELECT id, draft, sold, closed
  FROM invest_product
  WHERE draft = ANY($1::bigint[])

-- findDraftOf of store.ts
SELECT draft
  FROM invest_product
  WHERE id = $1
