-- Ids of transactions in the one form in which they are compared: out of a link, nothing invisible, no blanks, hex in
-- lower case and without 0x.
UPDATE deposit_claim AS c SET transaction_id = CASE
    WHEN plain ~* '(^|[^0-9a-z])(0x)?[0-9a-f]{64}($|[^0-9a-z])'
      THEN lower(substring(plain FROM '(?i)(?:^|[^0-9a-z])(?:0x)?([0-9a-f]{64})(?:$|[^0-9a-z])'))
    WHEN plain ~* '^0x[0-9a-f]+$' THEN lower(substr(plain, 3))
    WHEN plain ~* '^[0-9a-f]+$' THEN lower(plain)
    ELSE plain
  END
FROM (SELECT id, regexp_replace(transaction_id,
    '[\s\u00AD\u034F\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFE00-\uFE0F\uFEFF]', '', 'g') AS plain
  FROM deposit_claim WHERE transaction_id <> '') AS p
WHERE p.id = c.id;
