-- What this slice of the server has the database do. Written by `npx vitest run tests/statements.test.ts -u`, and
-- compared by every run of the tests. ${…} is what the program puts in while it runs.

-- ieoProjection of store.ts
COPY ieo_project (id, draft, realm, currency, pass_quantity, pass_price, supply, application_min, holder_max, opens_at, closes_at, market_at, launched_at)

-- ieoProjection of store.ts
UPDATE ieo_project
  SET ended = true
  WHERE id = $1

-- ieoProjection of store.ts
UPDATE ieo_project
  SET canceled = true
  WHERE id = $1

-- subscribe of store.ts
COPY ieo_subscription (id, holder, project, applied, amount, subscribed_at)

-- subscribe of store.ts
UPDATE ieo_project AS p
  SET applied = p.applied + c.applied
  FROM unnest($1::int[], $2::bigint[]) AS c (id, applied)
  WHERE p.id = c.id

-- allot of store.ts
UPDATE ieo_subscription AS s
  SET passes = c.passes, cost = c.cost, allotted_at = c.time
  FROM unnest($1::bigint[], $2::int[], $3::bigint[], $4::bigint[]) AS c (id, passes, cost, time)
  WHERE s.id = c.id

-- allot of store.ts
UPDATE ieo_project AS p
  SET passes = p.passes + c.passes
  FROM unnest($1::int[], $2::bigint[]) AS c (id, passes)
  WHERE p.id = c.id

-- close of store.ts
UPDATE ieo_subscription AS s
  SET ${column} = c.time
  FROM unnest($1::bigint[], $2::bigint[]) AS c (id, time)
  WHERE s.id = c.id

-- findProjects of store.ts
SELECT *
  FROM ieo_project
  WHERE realm = $1
  ORDER BY id DESC LIMIT $2

-- findLaunched of store.ts
SELECT *
  FROM ieo_project
  WHERE draft = ANY($1::bigint[])

-- findProject of store.ts
SELECT *
  FROM ieo_project
  WHERE id = $1

-- findOwnApplied of store.ts
SELECT project, sum(applied) AS applied
  FROM ieo_subscription
  WHERE holder = $1
  GROUP BY project

-- findSubscriptions of store.ts
SELECT s.id AS subscription, s.holder, s.applied AS own_applied, s.amount, s.subscribed_at, s.passes AS own_passes, s.cost, s.delivered_at, s.returned_at, p.*
  FROM ieo_subscription AS s
  JOIN ieo_project AS p ON p.id = s.project
  WHERE s.holder = $1 AND s.id < $2
  ORDER BY s.id DESC LIMIT $3
