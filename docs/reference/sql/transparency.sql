-- What this slice of the server has the database do. Written by `npx vitest run tests/statements.test.ts -u`, and
-- compared by every run of the tests. ${…} is what the program puts in while it runs.

-- insert of brackets.store.ts
INSERT INTO bracket_change (listing, change, brackets, effective_at, time)
  VALUES ($1, $2, $3, $4, $5)

-- findLast of brackets.store.ts
SELECT brackets
  FROM bracket_change
  WHERE listing = $1 AND change = ANY($2)
  ORDER BY id DESC LIMIT 1

-- findBracketChanges of brackets.store.ts
SELECT id, listing, change, brackets, effective_at, time
  FROM bracket_change
  WHERE id < $1 AND ($2::smallint IS NULL OR listing = $2)
  ORDER BY id DESC LIMIT $3

-- findDoneEnds of ends.store.ts
SELECT number, seq, place, time, kind, subject, figures
  FROM term_change
  WHERE kind = ANY($1::smallint[]) AND figures @> '[{"after": "off"}]'
  ORDER BY number

-- findSeconds of evidence.store.ts
SELECT *
  FROM index_sample
  WHERE listing = $1 AND stamp BETWEEN $2 AND $3
  ORDER BY stamp LIMIT 60

-- findLiveSeconds of evidence.store.ts
SELECT *
  FROM index_sample
  WHERE listing = $1 AND stamp BETWEEN $2 AND $3 AND kind = $4 AND sources >= $5
  ORDER BY stamp LIMIT $6

-- findLastSeconds of evidence.store.ts
SELECT s.*
  FROM listing AS l
  JOIN LATERAL ( SELECT *
    FROM index_sample
    WHERE listing = l.id AND stamp > $1
    ORDER BY stamp DESC LIMIT 1 ) AS s ON true

-- lockLog of evidenceLog.store.ts
SELECT pg_advisory_xact_lock($1)

-- findDue of evidenceLog.store.ts
SELECT o.id AS number, o.closed_at AS time
  FROM option_order AS o
  WHERE o.closed_at BETWEEN ${lastOf('option')} AND $1 AND o.status <> ${optionStatuses.indexOf('open')} AND ${notLogged('option', 'o.id')}
  ORDER BY o.closed_at, o.id LIMIT $2

-- findDue of evidenceLog.store.ts
SELECT c.id AS number, c.time
  FROM liquidation_close AS c
  WHERE c.id > (SELECT coalesce(max(e.number), 0)
    FROM evidence_entry AS e
    WHERE e.kind = ${kindPlace('liquidation')}) AND c.time <= $1
  ORDER BY c.id LIMIT $2

-- findDue of evidenceLog.store.ts
SELECT t.position_id AS number, p.ended_at AS time
  FROM position_trigger AS t
  JOIN derivative_position AS p ON p.id = t.position_id
  WHERE NOT t.logged AND p.status <> ${positionStatuses.indexOf('open')} AND p.ended_at <= $1
  ORDER BY t.time, t.position_id LIMIT $2

-- findDue of evidenceLog.store.ts
SELECT p.id::bigint AS number, p.maturity AS time
  FROM invest_product AS p
  JOIN invest_price AS s ON s.listing = p.listing AND s.maturity = p.maturity
  WHERE s.last_sample <= $1 AND ${notLogged('investment', 'p.id')}
  ORDER BY p.maturity, p.id LIMIT $2

-- findDue of evidenceLog.store.ts
SELECT t.number, t.time
  FROM term_change AS t
  WHERE t.number > ${lastNumber('terms')} AND t.time <= $1
  ORDER BY t.number LIMIT $2

-- findDue of evidenceLog.store.ts
SELECT 2 * p.withdrawal + p.step AS number, p.time
  FROM payout_answer AS p
  WHERE p.time <= $1 AND ${notLogged('payout', '2 * p.withdrawal + p.step')}
  ORDER BY p.time, p.withdrawal LIMIT $2

-- findDue of evidenceLog.store.ts
SELECT a.id AS number, a.time
  FROM audit AS a
  WHERE a.action IN (${noticeActions}) AND (a.action <> 'content_published' OR a.subject IN (${documentKinds})) AND a.id > ${lastNumber('notice')} AND a.time <= $1
  ORDER BY a.id LIMIT $2

-- findDue of evidenceLog.store.ts
SELECT realm, listing, stamp
  FROM funding_rate AS f
  WHERE f.stamp BETWEEN ${lastOf('funding')} AND $1
  ORDER BY stamp, listing, realm LIMIT $2

-- findLogged of evidenceLog.store.ts
SELECT number
  FROM evidence_entry
  WHERE kind = $1 AND number = ANY($2::bigint[])

-- drawOptionDocuments of evidenceLog.store.ts
SELECT document
  FROM evidence_entry
  WHERE kind = ${kindPlace('option')} AND time BETWEEN $1 AND $2
  ORDER BY random() LIMIT $3

-- logSize of evidenceLog.store.ts
SELECT max(place) AS place
  FROM evidence_entry

-- findHashesAt of evidenceLog.store.ts
SELECT n.hash
  FROM unnest($1::smallint[], $2::bigint[]) WITH ORDINALITY AS k (level, place, at)
  LEFT JOIN evidence_node AS n USING (level, place)
  ORDER BY k.at

-- findLostHeads of evidenceLog.store.ts
SELECT a.detail ->> 'size' AS size
  FROM audit AS a
  WHERE a.action = 'evidence_head_kept' AND NOT EXISTS (SELECT
    FROM evidence_head AS h
    WHERE h.size::text = a.detail ->> 'size' AND h.head = a.detail ->> 'head')
  ORDER BY a.id LIMIT 1

-- countNodes of evidenceLog.store.ts
SELECT count(*) AS count
  FROM evidence_node

-- findUnlike of evidenceLog.store.ts
SELECT 'evidence_entry place=' || place || ', time: it is not that of the decision' AS fault
  FROM ( SELECT e.place, e.time, o.closed_at AS decided
    FROM evidence_entry AS e
    LEFT JOIN option_order AS o ON o.id = e.number
    WHERE e.kind = ${kindPlace('option')}
    UNION ALL SELECT e.place, e.time, c.time
    FROM evidence_entry AS e
    LEFT JOIN liquidation_close AS c ON c.id = e.number
    WHERE e.kind = ${kindPlace('liquidation')}
    UNION ALL SELECT e.place, e.time, p.ended_at
    FROM evidence_entry AS e
    LEFT JOIN derivative_position AS p ON p.id = e.number
    WHERE e.kind = ${kindPlace('trigger')}
    UNION ALL SELECT e.place, e.time, p.maturity
    FROM evidence_entry AS e
    LEFT JOIN invest_product AS p ON p.id = e.number
    WHERE e.kind = ${kindPlace('investment')}
    UNION ALL SELECT e.place, e.time, t.time
    FROM evidence_entry AS e
    LEFT JOIN term_change AS t ON t.number = e.number
    WHERE e.kind = ${kindPlace('terms')}
    UNION ALL SELECT e.place, e.time, a.time
    FROM evidence_entry AS e
    LEFT JOIN audit AS a ON a.id = e.number
    WHERE e.kind = ${kindPlace('notice')}
    UNION ALL SELECT e.place, e.time, p.time
    FROM evidence_entry AS e
    LEFT JOIN payout_answer AS p ON p.withdrawal = e.number / 2 AND p.step = e.number % 2
    WHERE e.kind = ${kindPlace('payout')} ) AS told
  WHERE time IS DISTINCT FROM decided
  UNION ALL SELECT 'position_trigger position_id=' || position_id || ', logged: the log says otherwise'
  FROM position_trigger AS t
  WHERE logged IS DISTINCT FROM EXISTS (SELECT
    FROM evidence_entry AS e
    WHERE e.kind = ${kindPlace('trigger')} AND e.number = t.position_id) LIMIT 10

-- appendEntries of evidenceLog.store.ts
INSERT INTO evidence_entry (place, kind, number, time, document, digest, signature) SELECT *
  FROM unnest($1::bigint[], $2::smallint[], $3::bigint[], $4::bigint[], $5::text[], $6::bytea[], $7::bytea[])

-- appendEntries of evidenceLog.store.ts
INSERT INTO evidence_node (level, place, hash) SELECT *
  FROM unnest($1::smallint[], $2::bigint[], $3::bytea[])

-- appendEntries of evidenceLog.store.ts
DELETE FROM evidence_head
  WHERE time >= $1

-- appendEntries of evidenceLog.store.ts
INSERT INTO evidence_head (size, time, head, signature)
  VALUES ($1, $2, $3, $4)

-- appendEntries of evidenceLog.store.ts
UPDATE position_trigger
  SET logged = true
  WHERE position_id = ANY($1::bigint[])

-- findEntry of evidenceLog.store.ts
SELECT place, document, digest, signature
  FROM evidence_entry
  WHERE kind = $1 AND number = $2

-- findNewestEntries of evidenceLog.store.ts
SELECT place, document
  FROM evidence_entry
  ORDER BY place DESC LIMIT $1

-- findEntries of evidenceLog.store.ts
SELECT place, kind, number, time, document, digest, signature
  FROM evidence_entry
  WHERE place >= $1
  ORDER BY place LIMIT $2

-- findHeads of evidenceLog.store.ts
SELECT size, time, head, signature
  FROM evidence_head
  WHERE size < $1 AND time < $2
  ORDER BY size DESC LIMIT $3

-- readStates of halts.store.ts
SELECT listing, halt, spot, stamp
  FROM halt_state

-- writeStates of halts.store.ts
INSERT INTO halt_state (listing, halt, spot, stamp) SELECT *
  FROM unnest($1::smallint[], $2::smallint[], $3::boolean[], $4::bigint[])
  ON CONFLICT (listing) DO UPDATE
  SET halt = excluded.halt, spot = excluded.spot, stamp = excluded.stamp

-- open of halts.store.ts
INSERT INTO halt (listing, stopped, cause, reason, began_at, ended_at)
  VALUES ($1, $2, $3, $4, $5, $6)

-- close of halts.store.ts
UPDATE halt
  SET ended_at = $3
  WHERE listing = $1 AND stopped = $2 AND ended_at IS NULL

-- findHalts of halts.store.ts
SELECT id, listing, stopped, cause, reason, began_at, ended_at
  FROM halt
  WHERE id < $1 AND ($2::smallint IS NULL OR listing = $2)
  ORDER BY id DESC LIMIT $3

-- findSilent of halts.store.ts
SELECT listing, stamp
  FROM halt_state
  WHERE stamp BETWEEN 1 AND $1
  ORDER BY stamp DESC, listing

-- addHeadMail of headMail.store.ts
LOCK TABLE head_mail IN SHARE ROW EXCLUSIVE MODE

-- addHeadMail of headMail.store.ts
INSERT INTO head_mail (recipient, locale, origin, token) SELECT $1, $2, $3, $4
  WHERE (SELECT count(*)
    FROM head_mail) < $5 OR EXISTS (SELECT
    FROM head_mail
    WHERE lower(recipient) = lower($1))
  ON CONFLICT (lower(recipient)) DO UPDATE
  SET locale = excluded.locale, origin = excluded.origin

-- endHeadMail of headMail.store.ts
DELETE FROM head_mail
  WHERE token = $1

-- forgetHeadMail of headMail.store.ts
DELETE FROM head_mail
  WHERE lower(recipient) = lower($1)

-- headMailSince of headMail.store.ts
SELECT since
  FROM head_mail
  WHERE lower(recipient) = lower($1)

-- countHeadMails of headMail.store.ts
SELECT count(*) AS count
  FROM head_mail

-- takeDueHeadMails of headMail.store.ts
UPDATE head_mail
  SET told = $2
  WHERE id IN (SELECT id
    FROM head_mail
    WHERE told < $1
    ORDER BY told, id LIMIT $3 FOR UPDATE SKIP LOCKED)
  RETURNING recipient, locale, origin, token

-- countLongHalts of invariants.store.ts
SELECT DISTINCT listing
  FROM halt
  WHERE ended_at IS NULL AND began_at < $1 AND cause = $2 AND stopped <> $3
  ORDER BY listing

-- findDailyTime of liabilities.store.ts
SELECT max(time) AS time
  FROM liability_epoch
  WHERE NOT asked

-- findEpochs of liabilities.store.ts
SELECT *
  FROM liability_epoch
  WHERE epoch < $1
  ORDER BY epoch DESC LIMIT $2

-- findTrees of liabilities.store.ts
SELECT *
  FROM liability_tree
  WHERE epoch = ANY($1::int[])
  ORDER BY epoch DESC, realm, currency

-- findSeeds of liabilities.store.ts
SELECT epoch, seed
  FROM liability_seed
  ORDER BY epoch

-- findKept of liabilities.store.ts
SELECT DISTINCT epoch
  FROM liability_level
  WHERE epoch = ANY($1::int[])

-- keepEpoch of liabilities.store.ts
INSERT INTO liability_epoch (epoch, time, seq, head, digest, signature, asked)
  VALUES ($1, $2, $3, $4, $5, $6, $7)
  ON CONFLICT (epoch) DO NOTHING

-- keepEpoch of liabilities.store.ts
INSERT INTO liability_seed (epoch, seed)
  VALUES ($1, $2)

-- keepEpoch of liabilities.store.ts
DELETE FROM liability_level
  WHERE epoch <= $1

-- keepEpoch of liabilities.store.ts
DELETE FROM liability_leaf
  WHERE epoch <= $1

-- keepTree of liabilities.store.ts
INSERT INTO liability_tree (epoch, realm, currency, sum, root, depth)
  VALUES ($1, $2, $3, $4, $5, $6)

-- keepTree of liabilities.store.ts
INSERT INTO liability_level (epoch, realm, currency, level, part, nodes)
  VALUES ($1, $2, $3, $4, $5, $6)

-- keepTree of liabilities.store.ts
INSERT INTO liability_leaf (epoch, holder, currency, place, nonce) SELECT $1, l.holder, $2, l.place, l.nonce
  FROM unnest($3::int[], $4::int[], $5::bytea[]) AS l (holder, place, nonce)

-- findNodes of liabilities.store.ts
SELECT k.place, substring(l.nodes FROM k.at + 1 FOR 48) AS node
  FROM unnest($1::int[], $2::int[], $3::smallint[], $4::smallint[], $5::smallint[], $6::int[], $7::int[]) AS k (place, epoch, realm, currency, level, part, at)
  JOIN liability_level AS l USING (epoch, realm, currency, level, part)

-- findLeaves of liabilities.store.ts
SELECT currency, place, nonce
  FROM liability_leaf
  WHERE epoch = $1 AND holder = $2
  ORDER BY currency

-- findEpochDigest of liabilities.store.ts
SELECT digest
  FROM liability_epoch
  WHERE epoch = $1

-- findCodes of liabilities.store.ts
SELECT id, code
  FROM currency

-- findKeptTree of liabilities.store.ts
SELECT level, nodes
  FROM liability_level
  WHERE epoch = $1 AND realm = $2 AND currency = $3
  ORDER BY level, part

-- findOwnedLeaves of liabilities.store.ts
SELECT l.holder, l.place, l.nonce, coalesce(r.id, d.id) AS user_id
  FROM liability_leaf AS l
  JOIN holder AS h USING (holder)
  LEFT JOIN app_user AS r ON r.real_holder = l.holder
  LEFT JOIN app_user AS d ON d.demo_holder = l.holder
  WHERE l.epoch = $1 AND h.realm = $2 AND l.currency = $3
  ORDER BY l.place

-- findLoggedTerms of loggedTerms.store.ts
SELECT place, document
  FROM evidence_entry
  WHERE kind = ANY($1::smallint[]) AND place < $2 AND (document::jsonb ->> 'term') = ANY($3) AND ($4::text IS NULL OR document::jsonb ->> 'subject' = $4)
  ORDER BY place DESC LIMIT $5

-- noteOwnCheck of ownChecks.ts
INSERT INTO own_check AS c (name, checked, holds, passed, failed, failed_last, detail)
  VALUES ($1, $2, $4 = 0, $3, $4, CASE WHEN $4 = 0 THEN NULL ELSE $2::bigint END, $5)
  ON CONFLICT (name) DO UPDATE
  SET checked = excluded.checked, holds = excluded.holds AND (c.holds OR NOT $6), passed = excluded.passed + CASE WHEN $6 THEN c.passed ELSE 0 END, failed = excluded.failed + CASE WHEN $6 THEN c.failed ELSE 0 END, failed_last = coalesce(excluded.failed_last, c.failed_last), detail = CASE WHEN excluded.holds AND $6 THEN c.detail ELSE excluded.detail END

-- noteFailure of ownChecks.ts
WITH held AS (SELECT holds
    FROM own_check
    WHERE name = $1), over AS (UPDATE own_check_failure
    SET ended = $2
    WHERE name = $1 AND ended IS NULL AND (SELECT holds
      FROM held)) INSERT INTO own_check_failure (name, began) SELECT $1, $2
  FROM held
  WHERE NOT holds
  ON CONFLICT DO NOTHING
  RETURNING id

-- findFailures of ownChecks.ts
SELECT id, name, began, ended
  FROM own_check_failure
  WHERE id < $1
  ORDER BY id DESC LIMIT $2

-- ownChecksFault of ownChecks.ts
SELECT a.subject AS name, a.detail ->> 'began' AS began, f.id IS NOT NULL AS noted, f.ended IS NULL AS open, coalesce(c.holds OR c.failed = 0, true) AS holds
  FROM audit AS a
  LEFT JOIN own_check_failure AS f ON f.name = a.subject AND f.began::text = a.detail ->> 'began'
  LEFT JOIN own_check AS c ON c.name = a.subject
  WHERE a.action = 'own_check_failed'
  ORDER BY a.id

-- findOwnChecks of ownChecks.ts
SELECT *
  FROM own_check
  ORDER BY name

-- premiumProjection of premiums.store.ts
INSERT INTO premium_minute AS m (listing, realm, minute, seq, seq_last, samples) SELECT *
  FROM unnest($1::smallint[], $2::smallint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::text[])
  ON CONFLICT (listing, realm, minute) DO UPDATE
  SET seq_last = excluded.seq_last, samples = m.samples || ' ' || excluded.samples

-- premiumProjection of premiums.store.ts
INSERT INTO funding_place (stamp, seq) SELECT *
  FROM unnest($1::bigint[], $2::bigint[])
  ON CONFLICT DO NOTHING

-- findPremiums of premiums.store.ts
SELECT minute, seq, seq_last, samples
  FROM premium_minute
  WHERE listing = $1 AND realm = $2 AND minute >= $3 AND minute < $4
  ORDER BY minute

-- findFundingPlace of premiums.store.ts
SELECT seq
  FROM funding_place
  WHERE stamp = $1

-- isSampledAfter of premiums.store.ts
SELECT 1
  FROM index_sample
  WHERE listing = $1 AND stamp > $2 LIMIT 1

-- findSecondBefore of premiums.store.ts
SELECT stamp
  FROM index_sample
  WHERE listing = $1 AND stamp <= $2
  ORDER BY stamp DESC LIMIT 1

-- addRules of rulebook.store.ts
INSERT INTO rules_in_force (since, version) SELECT CASE WHEN EXISTS (SELECT 1
    FROM rules_in_force) THEN $2::bigint ELSE $3::bigint END, $1::int
  WHERE $1::int IS DISTINCT FROM (SELECT version
    FROM rules_in_force
    ORDER BY since DESC LIMIT 1)
  ON CONFLICT (since) DO NOTHING
  RETURNING since, version

-- findRules of rulebook.store.ts
SELECT version, since
  FROM rules_in_force
  ORDER BY since DESC LIMIT 1000

-- indexSourceProjection of sources.store.ts
INSERT INTO index_source (listing, stamp, said) SELECT *
  FROM unnest($1::smallint[], $2::bigint[], $3::bytea[])
  ON CONFLICT DO NOTHING

-- indexHeardProjection of sources.store.ts
INSERT INTO index_heard (stamp, said) SELECT *
  FROM unnest($1::bigint[], $2::bytea[])
  ON CONFLICT DO NOTHING

-- findSourced of sources.store.ts
SELECT s.stamp, s.index_tenths, x.said
  FROM index_source AS x
  JOIN index_sample AS s USING (listing, stamp)
  WHERE x.listing = $1 AND x.stamp >= $2 AND x.stamp < $3
  ORDER BY x.stamp LIMIT $4

-- findLiveSourced of sources.store.ts
SELECT s.stamp, s.index_tenths, x.said
  FROM index_source AS x
  JOIN index_sample AS s USING (listing, stamp)
  WHERE x.listing = $1 AND x.stamp >= $2 AND x.stamp < $3 AND s.kind = $4
  ORDER BY x.stamp LIMIT 1

-- findHeard of sources.store.ts
SELECT stamp, said
  FROM index_heard
  WHERE stamp BETWEEN $1 AND $2
  ORDER BY stamp LIMIT 60

-- indexSampleProjection of store.ts
SELECT listing, index_tenths
  FROM index_last

-- indexSampleProjection of store.ts
COPY index_sample (listing, stamp, index_tenths, sources, kind, fresh)

-- indexSampleProjection of store.ts
INSERT INTO index_last (listing, index_tenths) SELECT *
  FROM unnest($1::smallint[], $2::bigint[])
  ON CONFLICT (listing) DO UPDATE
  SET index_tenths = excluded.index_tenths

-- storedStamps of store.ts
SELECT s.listing, s.stamp
  FROM index_sample AS s
  JOIN unnest($1::smallint[], $2::bigint[]) AS k (listing, stamp) USING (listing, stamp)

-- findSamples of store.ts
SELECT *
  FROM index_sample
  WHERE listing = $1 AND stamp >= $2 AND stamp < $3
  ORDER BY stamp LIMIT $4

-- read of terms.store.ts
SELECT coalesce(max(number), 0) + 1 AS next
  FROM term_change

-- write of terms.store.ts
INSERT INTO term_change (number, seq, place, time, kind, subject, figures) SELECT *
  FROM unnest($1::bigint[], $2::bigint[], $3::int[], $4::bigint[], $5::smallint[], $6::text[], $7::jsonb[])

-- write of terms.store.ts
INSERT INTO term_state (kind, item, subject, figures) SELECT *
  FROM unnest($1::smallint[], $2::text[], $3::text[], $4::jsonb[])
  ON CONFLICT (kind, item) DO UPDATE
  SET subject = excluded.subject, figures = excluded.figures

-- readCoins of terms.store.ts
SELECT id, code, scale
  FROM currency

-- readMarkets of terms.store.ts
SELECT id, code, base, quote, price_decimals AS decimals
  FROM listing

-- readSets of terms.store.ts
SELECT kind, item, subject, figures
  FROM term_state
  ORDER BY kind, subject, item

-- findTermChange of terms.store.ts
SELECT seq, place, time, kind, subject, figures
  FROM term_change
  WHERE number = $1

-- findTermsRow of terms.store.ts
SELECT seq
  FROM term_change
  WHERE kind = $1 AND subject = $2 AND seq < $3
  ORDER BY number DESC LIMIT 1

-- triggerProjection of triggers.store.ts
COPY position_trigger (position_id, realm, listing, kind, cause, price, previous_tenths, index_tenths, index_time, time)

-- findTrigger of triggers.store.ts
SELECT *
  FROM position_trigger
  WHERE position_id = $1

-- keepStatement of witness.store.ts
INSERT INTO witness_statement (time, statement, signature)
  VALUES ($1, $2, $3)
  RETURNING id

-- keepStatement of witness.store.ts
INSERT INTO witness_sending (statement_id, witness, due_at) SELECT $1, unnest($2::text[]), $3

-- findStatements of witness.store.ts
SELECT id, time, statement, signature
  FROM witness_statement
  WHERE id < $1
  ORDER BY id DESC LIMIT $2

-- findDueSendings of witness.store.ts
SELECT s.id, s.time, s.statement, s.signature, w.attempts
  FROM witness_sending AS w
  JOIN witness_statement AS s ON s.id = w.statement_id
  WHERE w.witness = $1 AND w.held_at IS NULL AND w.due_at <= $2 AND w.attempts < $3
  ORDER BY s.id LIMIT $4

-- noteHeld of witness.store.ts
UPDATE witness_sending
  SET held_at = $3, answer = $4, fault = '', attempts = attempts + 1
  WHERE statement_id = $1 AND witness = $2

-- noteNotHeld of witness.store.ts
UPDATE witness_sending
  SET due_at = $3, fault = $4, attempts = attempts + 1
  WHERE statement_id = $1 AND witness = $2

-- findNewestHeld of witness.store.ts
SELECT s.id, s.time, s.statement, s.signature
  FROM witness_sending AS w
  JOIN witness_statement AS s ON s.id = w.statement_id
  WHERE w.witness = $1 AND w.held_at IS NOT NULL
  ORDER BY s.id DESC LIMIT 1

-- findHeld of witness.store.ts
SELECT statement_id, witness, held_at, answer, fault, proven_at
  FROM witness_sending
  WHERE statement_id = ANY($1::bigint[])
  ORDER BY statement_id DESC, witness

-- findPromises of witness.store.ts
SELECT s.id, w.answer
  FROM witness_sending AS w
  JOIN witness_statement AS s ON s.id = w.statement_id
  WHERE w.witness = $1 AND w.held_at IS NOT NULL AND w.proven_at IS NULL AND w.due_at <= $2 AND s.time > $3
  ORDER BY s.id LIMIT $4

-- notePromise of witness.store.ts
UPDATE witness_sending
  SET answer = coalesce($3, answer), due_at = $5, proven_at = CASE WHEN $3::text IS NULL THEN NULL ELSE $4::bigint END
  WHERE statement_id = $1 AND witness = $2

-- countUnkept of witness.store.ts
SELECT count(*) AS count
  FROM witness_sending AS w
  JOIN witness_statement AS s ON s.id = w.statement_id
  WHERE w.witness = $1 AND w.held_at IS NOT NULL AND w.proven_at IS NULL AND s.time > $2 AND s.time < $3

-- findMissing of witness.store.ts
SELECT count(*) AS count, (array_agg(w.fault ORDER BY s.id))[1] AS fault
  FROM witness_sending AS w
  JOIN witness_statement AS s ON s.id = w.statement_id
  WHERE w.witness = $1 AND w.held_at IS NULL AND s.time < $2
