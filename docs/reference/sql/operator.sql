-- What this slice of the server has the database do. Written by `npx vitest run tests/statements.test.ts -u`, and
-- compared by every run of the tests. ${…} is what the program puts in while it runs.

-- findAloneEntries of aloneCheck.store.ts
SELECT e.id, e.kind, e.subject, e.actor, e.worth, e.bound, e.time, o.name AS kept_by, a.worth AS kept_worth, a.time AS kept_time
  FROM (SELECT DISTINCT ON (kind, subject, actor) *
    FROM ( SELECT id, actor, detail ->> 'alone' AS worth, detail ->> 'alone_below' AS bound, detail ->> 'alone_at' AS time, CASE action WHEN 'deposit_completed' THEN 'credit' ELSE 'payout' END AS kind, CASE action WHEN 'withdrawal_released' THEN detail ->> 'withdrawal' ELSE subject END AS subject
      FROM audit
      WHERE action IN ('deposit_completed', 'withdrawal_paid', 'withdrawal_errored', 'withdrawal_rejected', 'withdrawal_released') AND detail ? 'alone') AS told
    ORDER BY kind, subject, actor, id) AS e
  LEFT JOIN operator_alone AS a ON a.kind = e.kind AND a.subject = e.subject
  LEFT JOIN operator AS o ON o.id = a.operator
  ORDER BY e.id

-- auditEnd of audit.store.ts
SELECT id, digest
  FROM audit
  ORDER BY id DESC LIMIT 1

-- appendAudit of audit.store.ts
SELECT pg_advisory_xact_lock($1)

-- appendAudit of audit.store.ts
INSERT INTO audit (id, time, actor, action, subject, reason, detail, touched, role, request, address, previous, digest)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)

-- isNoted of audit.store.ts
SELECT 1
  FROM audit
  WHERE subject = $1 AND action = $2 LIMIT 1

-- noteReading of audit.store.ts
SELECT time, detail
  FROM audit
  WHERE actor = $1 AND action = $2
  ORDER BY id DESC LIMIT 1

-- findAudit of audit.store.ts
SELECT *
  FROM audit
  WHERE id < $1 AND ($2::text IS NULL OR actor = $2) AND ($3::text IS NULL OR action = $3) AND ($4::bigint IS NULL OR time >= $4) AND ($5::bigint IS NULL OR time < $5)
  ORDER BY id DESC LIMIT $6

-- entriesOf of audit.store.ts
SELECT *
  FROM audit
  WHERE action = ANY($1) AND ($2::text[] IS NULL OR action NOT LIKE 'proposal%' OR detail ->> 'kind' = ANY($2))
  ORDER BY id

-- entryAt of audit.store.ts
SELECT *
  FROM audit
  WHERE id = $1

-- firstBadAudit of audit.store.ts
SELECT *
  FROM audit
  WHERE id > $1
  ORDER BY id LIMIT $2

-- insertBegun of begun.store.ts
INSERT INTO deed_begun (holder, route, id, entry, refused_as)
  VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (route, id, holder) DO UPDATE
  SET begun_at = excluded.begun_at
  WHERE deed_begun.outcome IS NULL AND deed_begun.entry ->> 'digest' = excluded.entry ->> 'digest'

-- insertBegun of begun.store.ts
SELECT holder, route, id, entry, refused_as, outcome
  FROM deed_begun
  WHERE holder = $1 AND route = $2 AND id = $3

-- findBegunBy of begun.store.ts
SELECT holder, route, id, entry, refused_as, outcome
  FROM deed_begun
  WHERE route = $1 AND id = $2

-- findOpenBegun of begun.store.ts
SELECT holder, route, id, begun_at < extract(epoch FROM clock_timestamp()) * 1000 - $1 AS is_over
  FROM deed_begun
  WHERE outcome IS NULL
  ORDER BY begun_at LIMIT $2

-- lockOpenBegun of begun.store.ts
SELECT holder, route, id, entry, refused_as, outcome
  FROM deed_begun
  WHERE holder = $1 AND route = $2 AND id = $3 AND outcome IS NULL FOR UPDATE

-- putOutcome of begun.store.ts
UPDATE deed_begun
  SET outcome = $4, entry = NULL
  WHERE holder = $1 AND route = $2 AND id = $3

-- removeBegun of begun.store.ts
DELETE FROM deed_begun
  WHERE holder = $1 AND route = $2 AND id = $3 AND outcome IS NULL

-- insertCompletion of dayCap.store.ts
SELECT pg_advisory_xact_lock($1)

-- insertCompletion of dayCap.store.ts
SELECT EXISTS (SELECT 1
    FROM operator_completion
    WHERE subject = $1) AS known, (SELECT coalesce(sum(worth), 0)::text
    FROM operator_completion
    WHERE operator = $2 AND day = $3) AS sum

-- insertCompletion of dayCap.store.ts
INSERT INTO operator_completion (subject, operator, day, worth)
  VALUES ($1, $2, $3, $4)

-- deleteCompletion of dayCap.store.ts
DELETE FROM operator_completion
  WHERE subject = $1

-- insertAlone of dayCap.store.ts
SELECT pg_advisory_xact_lock($1)

-- insertAlone of dayCap.store.ts
SELECT time, worth
  FROM operator_alone
  WHERE kind = $1 AND subject = $2

-- insertAlone of dayCap.store.ts
SELECT coalesce(sum(worth), 0)::text AS sum
  FROM operator_alone
  WHERE operator = $1 AND kind = $2 AND time > $3

-- insertAlone of dayCap.store.ts
INSERT INTO operator_alone (kind, subject, operator, time, worth)
  VALUES ($1, $2, $3, $4, $5)

-- deleteAlone of dayCap.store.ts
DELETE FROM operator_alone
  WHERE kind = $1 AND subject = $2

-- findEntry of deed.store.ts
SELECT id, action, role, request, digest, detail ->> 'proposal' AS proposal
  FROM audit
  WHERE id = $1

-- findEntriesOfProposal of deed.store.ts
SELECT id, action, role, request, digest, detail ->> 'proposal' AS proposal
  FROM audit
  WHERE action IN ('proposal_made', 'proposal_approved') AND detail ->> 'proposal' = $1
  ORDER BY id

-- findEntriesOfRequest of deed.store.ts
SELECT id, action, role, request, digest, detail ->> 'proposal' AS proposal
  FROM audit
  WHERE id BETWEEN $1 AND $1 + 8 AND request = $2
  ORDER BY id

-- noteExposure of exposure.store.ts
INSERT INTO house_exposure AS h (day, realm, amount)
  VALUES ($1, $2, $3)
  ON CONFLICT (day, realm) DO UPDATE
  SET amount = excluded.amount
  WHERE h.amount < excluded.amount

-- findExposures of exposure.store.ts
SELECT day, amount
  FROM house_exposure
  WHERE realm = $1 AND day >= $2

-- houseDayProjection of houseDay.store.ts
INSERT INTO house_day AS h (realm, day, flow, currency, amount) SELECT *
  FROM unnest($1::smallint[], $2::int[], $3::smallint[], $4::smallint[], $5::bigint[])
  ON CONFLICT (realm, day, flow, currency) DO UPDATE
  SET amount = h.amount + excluded.amount

-- findDaySums of houseDay.store.ts
SELECT day, flow, currency, amount
  FROM house_day
  WHERE realm = $1 AND day >= $2

-- houseResultProjection of houseResult.store.ts
INSERT INTO house_result AS h (realm, result, account, currency, amount) SELECT *
  FROM unnest($1::smallint[], $2::smallint[], $3::smallint[], $4::smallint[], $5::bigint[])
  ON CONFLICT (realm, result, account, currency) DO UPDATE
  SET amount = h.amount + excluded.amount

-- findHouseResults of houseResult.store.ts
SELECT realm, result, account, currency, amount
  FROM house_result

-- provenAt of mailTest.store.ts
SELECT proven_at
  FROM mail_test
  WHERE setting = $1 AND proven_at IS NOT NULL
  ORDER BY id DESC LIMIT 1

-- isWaiting of mailTest.store.ts
SELECT 1
  FROM mail_test
  WHERE setting = $1 AND asked_by = $2 AND proven_at IS NULL AND tries_left > 0 AND asked_at > now() - make_interval(mins => 30) LIMIT 1

-- secondsToWait of mailTest.store.ts
SELECT 1
  FROM operator
  WHERE id = $1 FOR UPDATE

-- secondsToWait of mailTest.store.ts
SELECT ceil(extract(epoch FROM max(asked_at) + make_interval(secs => 60) - now()))::int AS left
  FROM mail_test
  WHERE asked_by = $1

-- insertTest of mailTest.store.ts
UPDATE mail_test
  SET tries_left = 0
  WHERE asked_by = $1

-- insertTest of mailTest.store.ts
INSERT INTO mail_test (setting, code_hash, asked_by)
  VALUES ($1, $2, $3)

-- useTest of mailTest.store.ts
UPDATE mail_test
  SET tries_left = tries_left - 1, proven_at = CASE WHEN code_hash = $3 THEN now() END
  WHERE setting = $1 AND asked_by = $2 AND proven_at IS NULL AND tries_left > 0 AND asked_at > now() - make_interval(mins => 30)
  RETURNING id, code_hash = $3 AS right

-- findOwnerOf of numbers.store.ts
SELECT u.id
  FROM ( SELECT holder
    FROM spot_order
    WHERE $1 = 'order' AND id = $2
    UNION ALL SELECT holder
    FROM spot_conditional
    WHERE $1 = 'order' AND id = $2
    UNION ALL SELECT holder
    FROM derivative_order
    WHERE $1 = 'derivative' AND id = $2
    UNION ALL SELECT holder
    FROM derivative_position
    WHERE $1 = 'derivative' AND id = $2
    UNION ALL SELECT holder
    FROM option_order
    WHERE $1 = 'option' AND id = $2
    UNION ALL SELECT holder
    FROM deposit
    WHERE $1 = 'deposit' AND id = $2
    UNION ALL SELECT holder
    FROM withdrawal
    WHERE $1 = 'withdrawal' AND id = $2
    UNION ALL SELECT holder
    FROM conversion
    WHERE $1 = 'exchange' AND id = $2
    UNION ALL SELECT holder
    FROM transfer
    WHERE $1 = 'transfer' AND id = $2
    UNION ALL ${servedProducts.map(({ owner }) => owner).join('\n UNION ALL ')} ) AS found
  JOIN app_user AS u ON u.real_holder = found.holder OR u.demo_holder = found.holder
  UNION ALL SELECT user_id
  FROM ticket
  WHERE $1 = 'ticket' AND id = $2 LIMIT 1

-- findOperators of operators.store.ts
SELECT o.id, o.name, o.role, o.disabled_at IS NOT NULL AS disabled, o.spoken_code, o.created_at, max(s.seen_at) AS seen_at, count(s.id) FILTER (WHERE s.ended_at IS NULL AND s.seen_at > now() - interval '2 hours' AND s.created_at > now() - interval '12 hours') AS sessions
  FROM operator AS o
  LEFT JOIN operator_session AS s ON s.operator_id = o.id
  GROUP BY o.id
  ORDER BY o.disabled_at IS NOT NULL, o.id

-- findOperator of operators.store.ts
SELECT o.id, o.name, o.role, o.disabled_at IS NOT NULL AS disabled, o.spoken_code, o.created_at, max(s.seen_at) AS seen_at, count(s.id) FILTER (WHERE s.ended_at IS NULL AND s.seen_at > now() - interval '2 hours' AND s.created_at > now() - interval '12 hours') AS sessions
  FROM operator AS o
  LEFT JOIN operator_session AS s ON s.operator_id = o.id
  WHERE o.id = $1
  GROUP BY o.id

-- holdOperators of operators.store.ts
SELECT pg_advisory_xact_lock($1)

-- isLastAdministrator of operators.store.ts
SELECT id
  FROM operator
  WHERE role = 'administrator' AND disabled_at IS NULL
  ORDER BY id FOR UPDATE

-- setRole of operators.store.ts
UPDATE operator
  SET role = $2
  WHERE id = $1

-- setOperatorDisabled of operators.store.ts
UPDATE operator
  SET disabled_at = CASE WHEN $2 THEN now() END, spoken_code = CASE WHEN $2 THEN spoken_code END
  WHERE id = $1

-- setUnconfirmed of operators.store.ts
UPDATE operator
  SET disabled_at = now(), spoken_code = $2
  WHERE id = $1

-- endOperatorSessions of operators.store.ts
UPDATE operator_session
  SET ended_at = now()
  WHERE operator_id = $1 AND ended_at IS NULL
  RETURNING id

-- liveSessions of operators.store.ts
SELECT id
  FROM operator_session
  WHERE operator_id = $1 AND ended_at IS NULL

-- findOperatorNames of operators.store.ts
SELECT id, name
  FROM operator
  WHERE id = ANY($1)

-- findKept of outbox.store.ts
SELECT o.id, u.id AS user_id, channel, recipient, template, locale, params, secrets, o.created_at
  FROM outbox AS o
  LEFT JOIN app_user AS u ON CASE channel WHEN 'email' THEN u.verified = 'email' AND lower(u.email) = lower(o.recipient) ELSE u.verified = 'phone' AND u.phone = o.recipient END
  WHERE state IN ('outbox', 'failed') AND o.id < $1 AND ($2::text IS NULL OR strpos(lower(recipient), lower($2)) > 0)
  ORDER BY o.id DESC LIMIT $3

-- lockAsking of proposals.store.ts
SELECT pg_advisory_xact_lock($1)

-- findSameOpen of proposals.store.ts
SELECT p.*, a.name AS asker_name, a.disabled_at IS NOT NULL AS asker_disabled, a.role AS asker_role, d.approved, d.decided_by, o.name AS decider_name, d.decided_at, d.reason AS decision_reason, r.failure
  FROM proposal AS p
  JOIN operator AS a ON a.id = p.asked_by
  LEFT JOIN proposal_decision AS d ON d.proposal = p.id
  LEFT JOIN operator AS o ON o.id = d.decided_by
  LEFT JOIN proposal_result AS r ON r.proposal = p.id
  WHERE p.asked_by = $1 AND p.kind = $2 AND p.payload = $3 AND p.expires_at > $4 AND d.proposal IS NULL
  ORDER BY p.id DESC LIMIT 1

-- countOpen of proposals.store.ts
SELECT count(*) AS all, count(*) FILTER (WHERE p.asked_by = $2) AS own
  FROM proposal AS p
  LEFT JOIN proposal_decision AS d ON d.proposal = p.id
  WHERE p.expires_at > $1 AND d.proposal IS NULL

-- insertProposal of proposals.store.ts
INSERT INTO proposal (kind, subject, payload, detail, reason, digest, asked_by, asked_at, expires_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  RETURNING id

-- findProposal of proposals.store.ts
SELECT p.*, a.name AS asker_name, a.disabled_at IS NOT NULL AS asker_disabled, a.role AS asker_role, d.approved, d.decided_by, o.name AS decider_name, d.decided_at, d.reason AS decision_reason, r.failure
  FROM proposal AS p
  JOIN operator AS a ON a.id = p.asked_by
  LEFT JOIN proposal_decision AS d ON d.proposal = p.id
  LEFT JOIN operator AS o ON o.id = d.decided_by
  LEFT JOIN proposal_result AS r ON r.proposal = p.id
  WHERE p.id = $1

-- lockProposal of proposals.store.ts
SELECT id
  FROM proposal
  WHERE id = $1 FOR UPDATE

-- insertDecision of proposals.store.ts
INSERT INTO proposal_decision (proposal, approved, decided_by, decided_at, reason)
  VALUES ($1, $2, $3, $4, $5)

-- insertResult of proposals.store.ts
INSERT INTO proposal_result (proposal, failure, time)
  VALUES ($1, $2, $3)
  ON CONFLICT DO NOTHING
  RETURNING proposal

-- findUndone of proposals.store.ts
SELECT p.*, a.name AS asker_name, a.disabled_at IS NOT NULL AS asker_disabled, a.role AS asker_role, d.approved, d.decided_by, o.name AS decider_name, d.decided_at, d.reason AS decision_reason, r.failure
  FROM proposal AS p
  JOIN operator AS a ON a.id = p.asked_by
  LEFT JOIN proposal_decision AS d ON d.proposal = p.id
  LEFT JOIN operator AS o ON o.id = d.decided_by
  LEFT JOIN proposal_result AS r ON r.proposal = p.id
  WHERE d.approved AND r.proposal IS NULL
  ORDER BY p.id LIMIT $1

-- findDecidedAt of proposals.store.ts
SELECT p.*, a.name AS asker_name, a.disabled_at IS NOT NULL AS asker_disabled, a.role AS asker_role, d.approved, d.decided_by, o.name AS decider_name, d.decided_at, d.reason AS decision_reason, r.failure
  FROM proposal AS p
  JOIN operator AS a ON a.id = p.asked_by
  LEFT JOIN proposal_decision AS d ON d.proposal = p.id
  LEFT JOIN operator AS o ON o.id = d.decided_by
  LEFT JOIN proposal_result AS r ON r.proposal = p.id
  WHERE d.decided_at = ANY($1::bigint[])
  ORDER BY p.id LIMIT 100

-- findReadOnly of readOnly.store.ts
SELECT from_at, until_at
  FROM read_only

-- keepReadOnly of readOnly.store.ts
INSERT INTO read_only (from_at, until_at)
  VALUES ($1, $2)
  ON CONFLICT (singleton) DO UPDATE
  SET from_at = excluded.from_at, until_at = excluded.until_at

-- findServiceTerms of serviceTerms.store.ts
SELECT card_currencies, identity_hours
  FROM service_terms

-- keepServiceTerms of serviceTerms.store.ts
INSERT INTO service_terms (card_currencies, identity_hours)
  VALUES ($1, $2)
  ON CONFLICT (singleton) DO UPDATE
  SET card_currencies = excluded.card_currencies, identity_hours = excluded.identity_hours

-- findStaffAccounts of staff.store.ts
SELECT user_id, since
  FROM staff_account
  WHERE operator = $1 AND ended IS NULL
  ORDER BY id

-- findTagged of staff.store.ts
SELECT operator
  FROM staff_account
  WHERE user_id = $1 AND ended IS NULL

-- insertTag of staff.store.ts
INSERT INTO staff_account (user_id, operator, since)
  VALUES ($1, $2, $3)
  ON CONFLICT (user_id)
  WHERE ended IS NULL DO NOTHING

-- endTag of staff.store.ts
UPDATE staff_account
  SET ended = greatest(since, $2)
  WHERE user_id = $1 AND ended IS NULL

-- findDeclared of staff.store.ts
SELECT declared
  FROM staff_declaration
  WHERE operator = $1

-- keepDeclared of staff.store.ts
INSERT INTO staff_declaration (operator, declared)
  VALUES ($1, $2)
  ON CONFLICT (operator) DO UPDATE
  SET declared = excluded.declared

-- findStaff of staff.store.ts
SELECT o.name, o.role, d.declared, count(s.id) AS accounts, max(s.since) AS tagged_last
  FROM operator AS o
  LEFT JOIN staff_declaration AS d ON d.operator = o.id
  LEFT JOIN staff_account AS s ON s.operator = o.id AND s.ended IS NULL
  WHERE o.disabled_at IS NULL
  GROUP BY o.id, d.declared
  ORDER BY o.id

-- findStaffVolume of staff.store.ts
WITH tagged AS ( SELECT u.real_holder AS holder, s.since, coalesce(s.ended, 9223372036854775807) AS until
    FROM staff_account AS s
    JOIN app_user AS u ON u.id = s.user_id
    WHERE u.real_holder IS NOT NULL ), traded AS ( SELECT 'spot' AS product, l.quote AS currency, f.quote_amount AS amount
    FROM tagged AS t
    JOIN spot_fill AS f ON f.holder = t.holder AND f.time >= t.since AND f.time < t.until
    JOIN listing AS l ON l.id = f.listing
    UNION ALL SELECT 'derivative', l.quote, f.quote_amount
    FROM tagged AS t
    JOIN derivative_fill AS f ON f.holder = t.holder AND f.time >= t.since AND f.time < t.until
    JOIN listing AS l ON l.id = f.listing
    UNION ALL SELECT 'option', l.quote, o.stake
    FROM tagged AS t
    JOIN option_order AS o ON o.holder = t.holder AND o.accepted_at >= t.since AND o.accepted_at < t.until
    JOIN listing AS l ON l.id = o.listing
    UNION ALL SELECT 'conversion', v.source, v.source_amount
    FROM tagged AS t
    JOIN conversion AS v ON v.holder = t.holder AND v.time >= t.since AND v.time < t.until
    UNION ALL ${servedProducts.map(({ putIn }) => putIn).join('\n UNION ALL ')} ) SELECT x.product, c.code AS currency, c.scale, count(*) AS trades, sum(x.amount) AS notional
  FROM traded AS x
  JOIN currency AS c ON c.id = x.currency
  GROUP BY x.product, c.code, c.scale
  ORDER BY x.product, c.code

-- findStaffHolders of staff.store.ts
SELECT DISTINCT u.real_holder AS holder
  FROM staff_account AS s
  JOIN operator AS o ON o.id = s.operator
  JOIN app_user AS u ON u.id = s.user_id
  WHERE s.ended IS NULL AND o.disabled_at IS NULL AND u.real_holder IS NOT NULL
  ORDER BY u.real_holder

-- findUntoldTag of staff.store.ts
SELECT 1
  FROM audit
  WHERE time > $1 AND action IN ('staff_account_tagged', 'staff_account_untagged', 'operator_disabled', 'operator_enabled') LIMIT 1

-- findStaffFault of staff.store.ts
WITH noted AS ( SELECT DISTINCT ON (detail ->> 'number') detail ->> 'number' AS number, action, lower(subject) AS operator
    FROM audit
    WHERE action IN ('staff_account_tagged', 'staff_account_untagged')
    ORDER BY detail ->> 'number', id DESC ), held AS ( SELECT s.user_id::text AS number, lower(o.name) AS operator
    FROM staff_account AS s
    JOIN operator AS o ON o.id = s.operator
    WHERE s.ended IS NULL ), said AS ( SELECT DISTINCT ON (lower(subject)) lower(subject) AS operator, detail ->> 'declared' AS declared
    FROM audit
    WHERE action = 'staff_declared'
    ORDER BY lower(subject), id DESC ), kept AS ( SELECT lower(o.name) AS operator, d.declared::text
    FROM staff_declaration AS d
    JOIN operator AS o ON o.id = d.operator ) SELECT 'staff_account user_id=' || coalesce(n.number, h.number) || ': the audit log says something else' AS what
  FROM (SELECT *
    FROM noted
    WHERE action = 'staff_account_tagged') AS n
  FULL JOIN held AS h ON h.number = n.number AND h.operator = n.operator
  WHERE n.number IS NULL OR h.number IS NULL
  UNION ALL SELECT 'staff_declaration of ' || coalesce(s.operator, k.operator) || ': the audit log says something else'
  FROM said AS s
  FULL JOIN kept AS k ON k.operator = s.operator AND k.declared = s.declared
  WHERE s.operator IS NULL OR k.operator IS NULL LIMIT 1

-- operatorByName of store.ts
SELECT *
  FROM operator
  WHERE lower(name) = lower($1) AND disabled_at IS NULL

-- operatorById of store.ts
SELECT *
  FROM operator
  WHERE id = $1

-- liveOperator of store.ts
SELECT *
  FROM operator
  WHERE id = $1 AND disabled_at IS NULL ${lock ? 'FOR UPDATE' : ''}

-- operatorCount of store.ts
SELECT count(*)
  FROM operator
  WHERE disabled_at IS NULL

-- operatorsEver of store.ts
SELECT count(*)
  FROM operator

-- isNameTaken of store.ts
SELECT 1
  FROM operator
  WHERE lower(name) = lower($1)

-- insertOperator of store.ts
INSERT INTO operator (name, role, password_hash)
  VALUES ($1, $2, $3)
  ON CONFLICT DO NOTHING
  RETURNING *

-- useTotpStep of store.ts
UPDATE operator
  SET totp_step = $2
  WHERE id = $1 AND totp_step < $2
  RETURNING id

-- insertLink of store.ts
INSERT INTO operator_link (token_hash, role, expires_at, proposal)
  VALUES ($1, $2, now() + make_interval(hours => $3), $4)

-- liveLink of store.ts
SELECT role, expires_at, proposal
  FROM operator_link
  WHERE token_hash = $1 AND used_at IS NULL AND expires_at > now() ${lock ? 'FOR UPDATE' : ''}

-- hasLink of store.ts
SELECT 1
  FROM operator_link
  WHERE proposal = $1

-- useLink of store.ts
UPDATE operator_link
  SET used_at = now()
  WHERE token_hash = $1

-- endLinks of store.ts
UPDATE operator_link
  SET expires_at = now()
  WHERE used_at IS NULL

-- insertOperatorSession of store.ts
INSERT INTO operator_session (token_hash, operator_id)
  VALUES ($1, $2)

-- operatorSession of store.ts
UPDATE operator_session AS s
  SET seen_at = now()
  FROM operator AS o
  WHERE s.token_hash = $1 AND o.id = s.operator_id AND s.ended_at IS NULL AND o.disabled_at IS NULL AND s.seen_at > now() - interval '2 hours' AND s.created_at > now() - interval '12 hours'
  RETURNING s.id, s.operator_id, o.role

-- operatorSessionById of store.ts
SELECT s.operator_id, o.role
  FROM operator_session AS s
  JOIN operator AS o ON o.id = s.operator_id
  WHERE s.id = $1 AND s.ended_at IS NULL AND o.disabled_at IS NULL AND s.seen_at > now() - interval '2 hours' AND s.created_at > now() - interval '12 hours'

-- endOperatorSession of store.ts
UPDATE operator_session
  SET ended_at = now()
  WHERE id = $1

-- begin of suspensions.store.ts
INSERT INTO suspension (id, kind, holder, listing, ground, claim, basis, asker, approver, began_at, until, renewed)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 0)
  ON CONFLICT (id) DO UPDATE
  SET ground = excluded.ground, claim = excluded.claim, basis = excluded.basis, asker = excluded.asker, approver = excluded.approver, until = excluded.until, renewed = suspension.renewed + (suspension.basis <> $12)::int

-- suspensionProjection of suspensions.store.ts
UPDATE suspension
  SET ended_at = $2, outcome = $3
  WHERE id = $1

-- insertSuspensionClaim of suspensions.store.ts
INSERT INTO suspension_claim (user_id, kind, reference, asked_role, confirmed_role)
  VALUES ($1, $2, $3, $4, $5)
  RETURNING id

-- findStanding of suspensions.store.ts
SELECT u.id AS user_id, s.ground, s.basis, s.began_at, s.until, c.reference, c.asked_role, c.confirmed_role
  FROM app_user AS u
  JOIN suspension AS s ON s.holder = coalesce(u.real_holder, u.demo_holder)
  LEFT JOIN suspension_claim AS c ON c.id = s.claim
  WHERE u.id = ANY($1) AND s.kind = $2 AND s.ended_at IS NULL

-- countSuspensions of suspensions.store.ts
SELECT kind, ground, count(*) AS total, count(*) FILTER (WHERE ended_at IS NULL) AS open, count(*) FILTER (WHERE ended_at IS NULL AND basis = $1) AS unconfirmed, count(*) FILTER (WHERE outcome = $2) AS lapsed, count(*) FILTER (WHERE outcome = $3) AS expired, count(*) FILTER (WHERE outcome = $4) AS lifted, sum(renewed) AS renewed, floor(avg(ended_at - began_at)) AS mean_ms
  FROM suspension
  GROUP BY kind, ground
  ORDER BY kind, ground

-- findEndlessFreezes of suspensions.store.ts
SELECT f.id, f.user_id, coalesce(u.real_holder, u.demo_holder) AS holder, f.ground, f.reference
  FROM account_freeze AS f
  JOIN app_user AS u ON u.id = f.user_id
  WHERE f.lifted_at IS NULL AND coalesce(u.real_holder, u.demo_holder) IS NOT NULL
  ORDER BY f.id

-- noteFreezeEnds of suspensions.store.ts
UPDATE account_freeze
  SET lifted_at = now()
  WHERE id = $1

-- beginTotp of totp.store.ts
UPDATE operator
  SET totp_next = $2, totp_next_session = $3, totp_next_at = now()
  WHERE id = $1

-- begunTotp of totp.store.ts
SELECT totp_next
  FROM operator
  WHERE id = $1 AND totp_next_session = $2 AND totp_next IS NOT NULL AND totp_next_at > now() - interval '30 minutes' FOR UPDATE

-- setTotp of totp.store.ts
UPDATE operator
  SET totp_secret = $2, totp_step = $3, totp_next = NULL, totp_next_session = NULL, totp_next_at = NULL
  WHERE id = $1

-- removeTotp of totp.store.ts
UPDATE operator
  SET totp_secret = NULL
  WHERE id = $1

-- sealedIn of totpSealed.store.ts
SELECT id, ${column} AS sealed
  FROM operator
  WHERE id > $1 AND substring(${column} FROM 1 FOR $2) <> $3
  ORDER BY id LIMIT $4

-- sealedIn of totpSealed.store.ts
UPDATE operator
  SET ${column} = $3
  WHERE id = $1 AND ${column} = $2

-- sealClearOperatorTotp of totpSealed.store.ts
SELECT id, totp_secret AS secret
  FROM operator
  WHERE totp_secret IS NOT NULL
  ORDER BY id FOR UPDATE

-- sealClearOperatorTotp of totpSealed.store.ts
UPDATE operator
  SET totp_secret = $2
  WHERE id = $1

-- findTouches of touches.store.ts
SELECT id, time, actor, action, reason
  FROM audit
  WHERE (touched @> ARRAY[$1] OR subject = ANY($2)) AND id < $3 AND NOT (action LIKE '%\_asked' AND EXISTS ( SELECT 1
      FROM audit AS came
      WHERE came.subject = audit.subject AND came.id > audit.id AND came.action IN (left(audit.action, -6), left(audit.action, -6) || '_refused'))) AND NOT (action = 'withdrawal_released_asked' AND EXISTS ( SELECT 1
      FROM audit AS came
      WHERE came.touched @> ARRAY[$1] AND came.action = 'withdrawal_released' AND came.detail ->> 'withdrawal' = audit.subject AND came.id > audit.id))
  ORDER BY id DESC LIMIT $4

-- findDealings of touches.store.ts
(SELECT 'deposit' AS kind, d.id
    FROM deposit AS d
    JOIN deposit_claim AS c ON c.id = d.claim
    WHERE c.user_id = $1
    ORDER BY d.id DESC LIMIT $2)
  UNION ALL (SELECT 'withdrawal', w.id
    FROM withdrawal AS w
    JOIN withdrawal_claim AS c ON c.id = w.claim
    WHERE c.user_id = $1
    ORDER BY w.id DESC LIMIT $2)
  UNION ALL (SELECT 'verification', id
    FROM verification
    WHERE user_id = $1
    ORDER BY id DESC LIMIT $2)

-- manualEntryProjection of treasury.store.ts
INSERT INTO manual_entry (id, holder, kind, currency, amount, asker, approver, time)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8)

-- findManualTotals of treasury.store.ts
SELECT currency, coalesce(sum(amount) FILTER (WHERE kind = $1), 0)::text AS deposits, coalesce(sum(amount) FILTER (WHERE kind = $2), 0)::text AS withdrawals, count(*) AS entries
  FROM manual_entry
  GROUP BY currency
  ORDER BY currency

-- insertReconciliation of treasury.store.ts
INSERT INTO reconciliation (time, stated_by, approved_by, reason, lines)
  VALUES ($1, $2, $3, $4, $5)

-- findReconciliations of treasury.store.ts
SELECT r.id, r.time, s.name AS stated_by, a.name AS approved_by, r.reason, r.lines
  FROM reconciliation AS r
  JOIN operator AS s ON s.id = r.stated_by
  JOIN operator AS a ON a.id = r.approved_by
  WHERE r.id < $1
  ORDER BY r.id DESC LIMIT $2

-- countWaiting of waiting.store.ts
SELECT kind, count(*) AS open, count(*) FILTER (WHERE late) AS escalated
  FROM ( SELECT 'deposit' AS kind, id, created_at < $1 AS late
    FROM deposit
    WHERE status = 0
    UNION ALL SELECT 'withdrawal', id, escalated_at <> 0
    FROM withdrawal
    WHERE status < 3
    UNION ALL SELECT 'verification', id, deadline_at < now()
    FROM verification
    WHERE state = 'pending') AS w
  GROUP BY kind

-- noteEscalations of waiting.store.ts
SELECT pg_advisory_xact_lock($1)

-- noteEscalations of waiting.store.ts
INSERT INTO escalation_told (kind, id) SELECT kind, id
  FROM ( SELECT 'deposit' AS kind, id, created_at < $1 AS late
    FROM deposit
    WHERE status = 0
    UNION ALL SELECT 'withdrawal', id, escalated_at <> 0
    FROM withdrawal
    WHERE status < 3
    UNION ALL SELECT 'verification', id, deadline_at < now()
    FROM verification
    WHERE state = 'pending') AS w
  WHERE late AND NOT EXISTS (SELECT 1
    FROM escalation_told
    WHERE told_at > now() - make_interval(secs => $2 / 1000.0))
  ON CONFLICT DO NOTHING

-- findTermsChanges of walletTerms.store.ts
SELECT time, role, detail
  FROM audit
  WHERE action = ANY($1)
  ORDER BY id DESC LIMIT $2

-- lastMark of whoDecides.store.ts
SELECT id, time
  FROM audit
  WHERE action = $1
  ORDER BY id DESC LIMIT 1

-- findPeriods of whoDecides.store.ts
SELECT b.subject AS kind, b.id, b.time, e.id AS ended_id, e.time AS ended_time
  FROM audit AS b
  LEFT JOIN LATERAL (SELECT id, time
    FROM audit
    WHERE action = ANY($2) AND subject = b.subject AND id > b.id
    ORDER BY id LIMIT 1) AS e ON true
  WHERE b.action = ANY($1) AND b.id < $3
  ORDER BY b.id DESC LIMIT $4

-- findOperatorChanges of whoDecides.store.ts
SELECT a.id, a.time, a.action, a.subject, a.detail, coalesce(l.actor, a.actor) AS by, coalesce(l.detail, a.detail)->>'people' AS people
  FROM audit AS a
  LEFT JOIN LATERAL (SELECT actor, detail
    FROM audit
    WHERE a.action = 'operator_made' AND action = 'operator_link_made' AND id < a.id
    ORDER BY id DESC LIMIT 1) AS l ON true
  WHERE a.action = ANY($1) AND a.id < $2
  ORDER BY a.id DESC LIMIT $3

-- operatorNumbers of whoDecides.store.ts
SELECT lower(subject) AS name
  FROM audit
  WHERE action = 'operator_made'
  ORDER BY id
