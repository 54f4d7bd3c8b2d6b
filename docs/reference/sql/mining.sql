-- What this slice of the server has the database do. Written by `npx vitest run tests/statements.test.ts -u`, and
-- compared by every run of the tests. ${…} is what the program puts in while it runs.

-- publish of store.ts
INSERT INTO mining_terms (product, version, draft)
  VALUES ($1, $2, $3)

-- open of store.ts
COPY mining_order (id, holder, product, version, currency, amount, rate_min, rate_max, days, redemption_rate, first_day, opened_at, status)

-- pay of store.ts
COPY mining_income (order_id, day, rate, published, amount, credited_at)

-- pay of store.ts
UPDATE mining_order AS o
  SET days_paid = o.days_paid + c.days, paid = o.paid + c.amount
  FROM unnest($1::bigint[], $2::int[], $3::bigint[]) AS c (id, days, amount)
  WHERE o.id = c.id

-- end of store.ts
UPDATE mining_order AS o
  SET status = c.status, cost = c.cost, ended_at = c.ended_at
  FROM unnest($1::bigint[], $2::smallint[], $3::bigint[], $4::bigint[]) AS c (id, status, cost, ended_at)
  WHERE o.id = c.id

-- findMining of store.ts
SELECT o.*, t.draft
  FROM mining_order AS o
  JOIN mining_terms AS t ON t.product = o.product AND t.version = o.version
  WHERE ${where.join(' AND ')}
  ORDER BY o.id DESC LIMIT $3

-- findMiningById of store.ts
SELECT o.*, t.draft
  FROM mining_order AS o
  JOIN mining_terms AS t ON t.product = o.product AND t.version = o.version
  WHERE o.id = ANY($1::bigint[])
  ORDER BY o.id

-- findIncomes of store.ts
SELECT *
  FROM mining_income
  WHERE order_id = $1
  ORDER BY day

-- findTermsDrafts of store.ts
SELECT product, version, draft
  FROM mining_terms
  WHERE product = ANY($1::int[])
