-- What this slice of the server has the database do. Written by `npx vitest run tests/statements.test.ts -u`, and
-- compared by every run of the tests. ${…} is what the program puts in while it runs.

-- readSecurity of alerts.store.ts
SELECT word, login_mail, withdrawal_mail
  FROM user_security
  WHERE user_id = $1

-- writeSecurity of alerts.store.ts
INSERT INTO user_security (user_id, word, login_mail, withdrawal_mail)
  VALUES ($1, $2, $3, $4)
  ON CONFLICT (user_id) DO UPDATE
  SET word = EXCLUDED.word, login_mail = EXCLUDED.login_mail, withdrawal_mail = EXCLUDED.withdrawal_mail

-- insertFreezeLink of alerts.store.ts
INSERT INTO freeze_link (token_hash, user_id, expires_at)
  VALUES ($1, $2, now() + make_interval(days => $3))

-- ownerOfFreezeLink of alerts.store.ts
SELECT user_id
  FROM freeze_link
  WHERE token_hash = $1 AND used_at IS NULL AND expires_at > now()

-- useFreezeLink of alerts.store.ts
UPDATE freeze_link
  SET used_at = now()
  WHERE token_hash = $1 AND used_at IS NULL AND expires_at > now()
  RETURNING user_id

-- useFreezeLink of alerts.store.ts
UPDATE freeze_link
  SET used_at = now()
  WHERE user_id = $1 AND used_at IS NULL

-- eraseOldLinks of alerts.store.ts
DELETE FROM freeze_link
  WHERE expires_at < now()

-- wrongOf of codeTraffic.store.ts
SELECT wrong
  FROM code_traffic
  WHERE purpose = $1 AND address = $2 AND since > now() - interval '1 day'

-- noteWrong of codeTraffic.store.ts
INSERT INTO code_traffic AS day (purpose, address, wrong)
  VALUES ($1, $2, 1)
  ON CONFLICT (purpose, address) DO UPDATE
  SET wrong = 1 + CASE WHEN day.since > now() - interval '1 day' THEN day.wrong ELSE 0 END, since = CASE WHEN day.since > now() - interval '1 day' THEN day.since ELSE now() END

-- eraseOldTraffic of codeTraffic.store.ts
DELETE FROM code_traffic
  WHERE since < now() - interval '1 day'

-- keepCode of codes.store.ts
INSERT INTO verification_code AS kept (purpose, address, code_hash, asked_by, tries_left, others_left, known_left, sent_count, known_count, expires_at)
  VALUES ($1, $2, $3, $4, 5, 3, 5, $5, $6, now() + make_interval(mins => $7))
  ON CONFLICT (purpose, address) DO UPDATE
  SET code_hash = EXCLUDED.code_hash, asked_by = EXCLUDED.asked_by, tries_left = EXCLUDED.tries_left, others_left = EXCLUDED.others_left, known_left = EXCLUDED.known_left, sent_at = now(), expires_at = EXCLUDED.expires_at, sent_count = EXCLUDED.sent_count + CASE WHEN kept.sent_at > now() - interval '1 day' THEN kept.sent_count ELSE 0 END, known_count = EXCLUDED.known_count + CASE WHEN kept.sent_at > now() - interval '1 day' THEN kept.known_count ELSE 0 END
  WHERE kept.sent_at <= now() - make_interval(secs => ${pauseOf('kept', known)})
  RETURNING ${pauseOf('kept', known)} AS again

-- keepCode of codes.store.ts
SELECT ceil(extract(epoch FROM sent_at + make_interval(secs => ${pauseOf('code', known)}) - now())) AS seconds
  FROM verification_code AS code
  WHERE purpose = $1 AND address = $2

-- useCode of codes.store.ts
SELECT code_hash, asked_by, tries_left, others_left, known_left
  FROM verification_code
  WHERE purpose = $1 AND address = $2 AND expires_at > now() FOR UPDATE

-- takeCode of codes.store.ts
DELETE FROM verification_code
  WHERE purpose = $1 AND address = $2
  RETURNING sent_count, known_count, sent_at::text AS sent, expires_at::text AS expires

-- takeTry of codes.store.ts
UPDATE verification_code
  SET ${known ? 'known_left = known_left - 1' : `tries_left = tries_left - 1${others}`}
  WHERE purpose = $1 AND address = $2

-- returnCode of codes.store.ts
INSERT INTO verification_code (purpose, address, code_hash, asked_by, tries_left, others_left, known_left, sent_count, known_count, sent_at, expires_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::timestamptz, $11::timestamptz)
  ON CONFLICT (purpose, address) DO NOTHING

-- eraseOldCodes of codes.store.ts
DELETE FROM verification_code
  WHERE expires_at < now() - interval '1 day'

-- insertAsked of factorReset.store.ts
INSERT INTO factor_reset (user_id, asked_at, origin)
  VALUES ($1, $2, $3)
  ON CONFLICT (user_id)
  WHERE outcome IS NULL DO NOTHING
  RETURNING id

-- beginReset of factorReset.store.ts
INSERT INTO factor_reset AS kept (user_id, begun_at, due_at, origin)
  VALUES ($1, $2, $3, $4)
  ON CONFLICT (user_id)
  WHERE outcome IS NULL DO UPDATE
  SET begun_at = EXCLUDED.begun_at, due_at = EXCLUDED.due_at, origin = EXCLUDED.origin
  WHERE kept.begun_at IS NULL
  RETURNING id

-- endReset of factorReset.store.ts
UPDATE factor_reset
  SET outcome = $2, ended_at = $3
  WHERE user_id = $1 AND outcome IS NULL
  RETURNING id

-- openReset of factorReset.store.ts
SELECT *
  FROM factor_reset
  WHERE user_id = $1 AND outcome IS NULL

-- dueResets of factorReset.store.ts
SELECT *
  FROM factor_reset
  WHERE outcome IS NULL AND due_at <= $1
  ORDER BY due_at, id LIMIT $2

-- lockDue of factorReset.store.ts
SELECT id
  FROM factor_reset
  WHERE id = $1 AND outcome IS NULL AND due_at <= $2 FOR UPDATE

-- lapseAsked of factorReset.store.ts
UPDATE factor_reset
  SET outcome = 'lapsed', ended_at = $2
  WHERE outcome IS NULL AND begun_at IS NULL AND asked_at < $1

-- findResets of factorReset.store.ts
SELECT *
  FROM factor_reset
  WHERE (outcome IS NULL) = $1 AND id < $2
  ORDER BY id DESC LIMIT $3

-- findInvites of invites.store.ts
SELECT *
  FROM invite_code
  WHERE id < $1
  ORDER BY id DESC LIMIT $2

-- insertInvite of invites.store.ts
INSERT INTO invite_code (code, note, uses_max)
  VALUES ($1, $2, $3)
  ON CONFLICT DO NOTHING
  RETURNING *

-- endInvite of invites.store.ts
UPDATE invite_code
  SET active = false
  WHERE code = $1 AND active
  RETURNING id

-- isInvite of invites.store.ts
SELECT 1
  FROM invite_code
  WHERE code = $1 AND active AND (uses_max IS NULL OR uses < uses_max)

-- holdInvite of invites.store.ts
SELECT 1
  FROM invite_code
  WHERE code = $1 AND active AND (uses_max IS NULL OR uses < uses_max) FOR UPDATE

-- consumeInvite of invites.store.ts
UPDATE invite_code
  SET uses = uses + 1
  WHERE code = $1

-- findPeople of people.store.ts
SELECT id, guest, email, phone, verified, password_hash, nickname, avatar_file, country, lang, is_disabled(app_user) AS disabled, disabled AS closed, real_name, advanced_name, real_holder, demo_holder, real_opened, demo_opened, invite_code, created_at, active_at
  FROM app_user
  WHERE id < $1 AND ($2::bigint IS NULL OR id = $2) AND ($3::text IS NULL OR strpos(lower(email), lower($3)) > 0 OR strpos(phone, $3) > 0) AND ($4::boolean IS NULL OR guest = $4) AND ($5::boolean IS NULL OR is_disabled(app_user) = $5)
  ORDER BY id DESC LIMIT $6

-- isNobodysEmail of people.store.ts
SELECT 1
  FROM app_user
  WHERE lower(email) = lower($1) LIMIT 1

-- reopenPerson of people.store.ts
UPDATE app_user
  SET disabled = false
  WHERE id = $1

-- findUnsettled of people.store.ts
SELECT u.id
  FROM app_user AS u
  JOIN holder AS h ON h.holder IN (u.real_holder, u.demo_holder)
  WHERE u.disabled AND NOT h.disabled
  UNION SELECT u.id
  FROM holder AS h
  JOIN app_user AS u ON u.real_holder = h.holder
  WHERE h.disabled AND NOT u.disabled
  UNION SELECT u.id
  FROM holder AS h
  JOIN app_user AS u ON u.demo_holder = h.holder
  WHERE h.disabled AND NOT u.disabled

-- findEndlessDisabled of people.store.ts
SELECT id, coalesce(real_holder, demo_holder) AS holder, disabled_ground AS ground
  FROM app_user
  WHERE disabled AND closed_at IS NULL AND coalesce(real_holder, demo_holder) IS NOT NULL
  ORDER BY id

-- noteDisablingEnds of people.store.ts
UPDATE app_user
  SET disabled = false, standing_due = true
  WHERE id = $1

-- findAskers of people.store.ts
SELECT id, coalesce(CASE WHEN verified = 'phone' THEN phone ELSE email END, '') AS account, country, is_disabled(app_user) AS disabled
  FROM app_user
  WHERE id = ANY($1)

-- findOwners of people.store.ts
SELECT real_holder AS holder, id
  FROM app_user
  WHERE real_holder IS NOT NULL
  UNION ALL SELECT demo_holder, id
  FROM app_user
  WHERE demo_holder IS NOT NULL

-- findUsers of people.store.ts
SELECT id, real_holder
  FROM app_user
  WHERE real_holder = ANY($1::int[])

-- holdersOf of people.store.ts
SELECT unnest(ARRAY[real_holder, demo_holder]) AS holder
  FROM app_user
  WHERE id = $1

-- lockAvatar of profile.store.ts
SELECT avatar_file
  FROM app_user
  WHERE id = $1 FOR UPDATE

-- writeProfile of profile.store.ts
UPDATE app_user
  SET nickname = coalesce($2, nickname), avatar_file = CASE WHEN $3 THEN $4::bigint ELSE avatar_file END
  WHERE id = $1

-- endGuestAvatars of profile.store.ts
SELECT avatar_file
  FROM app_user
  WHERE guest AND active_at < now() - interval '7 days' AND avatar_file IS NOT NULL

-- findSessionLimit of sessionLimit.store.ts
SELECT l.minutes, l.next_minutes, l.next_from, l.next_from <= now() AS loosened, s.signed_in_at, CASE WHEN l.next_from IS NULL OR ${lasting('minutes')} < l.next_from THEN ${lasting('minutes')} ELSE ${lasting('next_minutes')} END AS ends_at
  FROM session s
  LEFT JOIN session_limit l ON l.user_id = s.user_id
  WHERE s.id = $1

-- changeSessionLimit of sessionLimit.store.ts
INSERT INTO session_limit (user_id)
  VALUES ($1)
  ON CONFLICT (user_id) DO NOTHING

-- changeSessionLimit of sessionLimit.store.ts
SELECT minutes, next_minutes, next_from, next_from <= now() AS loosened
  FROM session_limit
  WHERE user_id = $1 FOR UPDATE

-- changeSessionLimit of sessionLimit.store.ts
UPDATE session_limit
  SET minutes = $2, next_minutes = NULL, next_from = NULL
  WHERE user_id = $1

-- changeSessionLimit of sessionLimit.store.ts
UPDATE session_limit
  SET minutes = $2, next_minutes = $3, next_from = now() + interval '24 hours'
  WHERE user_id = $1

-- endOverdue of sessionLimit.store.ts
UPDATE session
  SET ended_at = now()
  WHERE id IN ( SELECT s.id
    FROM session s
    JOIN session_limit l ON l.user_id = s.user_id
    WHERE s.ended_at IS NULL AND ($1::bigint IS NULL OR s.user_id = $1) AND CASE WHEN l.next_from IS NULL OR ${lasting('minutes')} < l.next_from THEN ${lasting('minutes')} ELSE ${lasting('next_minutes')} END <= now() FOR UPDATE OF s ${userId === null ? 'SKIP LOCKED' : ''})
  RETURNING id

-- sessionByHash of sessions.store.ts
SELECT s.id, s.user_id, s.realm, u.guest, is_disabled(u) AS disabled, is_staff(u.id) AS staff, CASE s.realm WHEN 'real' THEN u.real_holder ELSE u.demo_holder END AS holder
  FROM session s
  JOIN app_user u ON u.id = s.user_id
  LEFT JOIN session_limit l ON l.user_id = s.user_id
  WHERE s.ended_at IS NULL AND s.seen_at > now() - interval '30 days' AND (NOT u.guest OR u.active_at > now() - interval '7 days') AND NOT (s.realm = 'demo' AND is_disabled(u)) AND coalesce(CASE WHEN l.next_from IS NULL OR ${lasting('minutes')} < l.next_from THEN ${lasting('minutes')} ELSE ${lasting('next_minutes')} END > now(), true) AND s.token_hash = $1

-- endedAsDisabled of sessions.store.ts
SELECT 1
  FROM session s
  JOIN app_user u ON u.id = s.user_id
  WHERE s.token_hash = $1 AND is_disabled(u) AND (s.ended_at IS NOT NULL OR s.realm = 'demo')

-- sessionById of sessions.store.ts
SELECT s.id, s.user_id, s.realm, u.guest, is_disabled(u) AS disabled, is_staff(u.id) AS staff, CASE s.realm WHEN 'real' THEN u.real_holder ELSE u.demo_holder END AS holder
  FROM session s
  JOIN app_user u ON u.id = s.user_id
  LEFT JOIN session_limit l ON l.user_id = s.user_id
  WHERE s.ended_at IS NULL AND s.seen_at > now() - interval '30 days' AND (NOT u.guest OR u.active_at > now() - interval '7 days') AND NOT (s.realm = 'demo' AND is_disabled(u)) AND coalesce(CASE WHEN l.next_from IS NULL OR ${lasting('minutes')} < l.next_from THEN ${lasting('minutes')} ELSE ${lasting('next_minutes')} END > now(), true) AND s.id = $1

-- insertSession of sessions.store.ts
INSERT INTO session (token_hash, user_id, realm, device, signed_in_at)
  VALUES ($1, $2, $3, $4, coalesce((SELECT signed_in_at
        FROM session
        WHERE id = $5), now()))

-- touchSessions of sessions.store.ts
WITH held AS MATERIALIZED ( SELECT id
    FROM app_user
    WHERE id IN (SELECT user_id
      FROM session
      WHERE id = ANY($1::bigint[]))
    ORDER BY id FOR NO KEY UPDATE SKIP LOCKED), seen AS (UPDATE app_user
    SET active_at = now()
    WHERE id IN (SELECT id
      FROM held)
    RETURNING id) UPDATE session
  SET seen_at = now()
  WHERE id = ANY($1::bigint[]) AND user_id IN (SELECT id
    FROM seen)

-- sessionsOf of sessions.store.ts
SELECT s.id, s.realm, s.device, s.created_at, s.seen_at
  FROM session s
  JOIN app_user u ON u.id = s.user_id
  LEFT JOIN session_limit l ON l.user_id = s.user_id
  WHERE s.user_id = $1 AND s.ended_at IS NULL AND s.seen_at > now() - interval '30 days' AND (NOT u.guest OR u.active_at > now() - interval '7 days') AND NOT (s.realm = 'demo' AND is_disabled(u)) AND coalesce(CASE WHEN l.next_from IS NULL OR ${lasting('minutes')} < l.next_from THEN ${lasting('minutes')} ELSE ${lasting('next_minutes')} END > now(), true)
  ORDER BY s.seen_at DESC, s.id DESC LIMIT $2

-- endSessions of sessions.store.ts
UPDATE session
  SET ended_at = now()
  WHERE user_id = $1 AND ended_at IS NULL AND ${condition}
  RETURNING id

-- eraseOldSessions of sessions.store.ts
DELETE FROM session
  WHERE coalesce(ended_at, seen_at) < now() - interval '60 days'

-- onePerson of store.ts
SELECT id, guest, email, phone, verified, password_hash, nickname, avatar_file, country, lang, is_disabled(app_user) AS disabled, disabled AS closed, real_name, advanced_name, real_holder, demo_holder, real_opened, demo_opened, invite_code, created_at, active_at
  FROM app_user
  WHERE ${where}

-- insertPerson of store.ts
INSERT INTO app_user (email, phone, verified, password_hash, country, lang, invite_code, real_holder)
  VALUES ($1, $2, $3, $4, $5, $6, $7, nextval('holder_number'))
  ON CONFLICT DO NOTHING
  RETURNING id, guest, email, phone, verified, password_hash, nickname, avatar_file, country, lang, is_disabled(app_user) AS disabled, disabled AS closed, real_name, advanced_name, real_holder, demo_holder, real_opened, demo_opened, invite_code, created_at, active_at

-- insertGuest of store.ts
SELECT pg_advisory_xact_lock(hashtextextended($1, 7))

-- insertGuest of store.ts
INSERT INTO app_user (guest, lang, guest_address_hash, demo_holder) SELECT true, $2, $1, nextval('holder_number')
  WHERE (SELECT count(*)
    FROM app_user
    WHERE guest AND guest_address_hash = $1 AND active_at > now() - interval '7 days') < $3
  RETURNING id, guest, email, phone, verified, password_hash, nickname, avatar_file, country, lang, is_disabled(app_user) AS disabled, disabled AS closed, real_name, advanced_name, real_holder, demo_holder, real_opened, demo_opened, invite_code, created_at, active_at

-- ensureDemoHolder of store.ts
UPDATE app_user
  SET demo_holder = coalesce(demo_holder, nextval('holder_number'))
  WHERE id = $1
  RETURNING demo_holder

-- markOpened of store.ts
UPDATE app_user
  SET ${column} = true
  WHERE id = $1

-- setRealName of store.ts
UPDATE app_user
  SET ${column} = $2, country = coalesce($3, country), standing_due = true
  WHERE id = $1

-- clearStandingDue of store.ts
UPDATE app_user
  SET standing_due = false
  WHERE id = $1 AND standing_due AND real_name = $2 AND advanced_name = $3 AND disabled = $4 AND country = $5

-- findStandingDue of store.ts
SELECT id
  FROM app_user
  WHERE standing_due
  ORDER BY id LIMIT 500

-- setPassword of store.ts
UPDATE app_user
  SET password_hash = $2
  WHERE id = $1

-- replacePassword of store.ts
UPDATE app_user
  SET password_hash = $3
  WHERE id = $1 AND password_hash = $2
  RETURNING id

-- holdPerson of store.ts
SELECT 1
  FROM app_user
  WHERE id = $1 FOR NO KEY UPDATE

-- favouritesOf of store.ts
SELECT symbol
  FROM favourite
  WHERE user_id = $1
  ORDER BY added_at, symbol

-- addFavourite of store.ts
INSERT INTO favourite (user_id, symbol) SELECT $1, $2
  WHERE (SELECT count(*)
    FROM favourite
    WHERE user_id = $1) < $3
  ON CONFLICT (user_id, symbol) DO UPDATE
  SET symbol = EXCLUDED.symbol
  RETURNING symbol

-- removeFavourite of store.ts
DELETE FROM favourite
  WHERE user_id = $1 AND symbol = $2

-- closePerson of store.ts
UPDATE app_user
  SET disabled = true, disabled_reason = 'closed by its owner', closed_at = now(), nickname = '', avatar_file = NULL
  WHERE id = $1

-- markStandingDue of store.ts
UPDATE app_user
  SET standing_due = true
  WHERE id = $1

-- findTotp of totp.store.ts
SELECT secret, confirmed_at IS NOT NULL AS confirmed
  FROM user_totp
  WHERE user_id = $1 AND (confirmed_at IS NOT NULL OR begun_at > now() - interval '30 minutes')

-- hasTotp of totp.store.ts
SELECT 1
  FROM user_totp
  WHERE user_id = $1 AND confirmed_at IS NOT NULL

-- beginTotp of totp.store.ts
INSERT INTO user_totp AS kept (user_id, secret)
  VALUES ($1, $2)
  ON CONFLICT (user_id) DO UPDATE
  SET secret = EXCLUDED.secret, step = 0, begun_at = now()
  WHERE kept.confirmed_at IS NULL
  RETURNING user_id

-- confirmTotp of totp.store.ts
UPDATE user_totp
  SET confirmed_at = now(), step = $2
  WHERE user_id = $1 AND confirmed_at IS NULL
  RETURNING user_id

-- confirmTotp of totp.store.ts
DELETE FROM recovery_code
  WHERE user_id = $1

-- confirmTotp of totp.store.ts
INSERT INTO recovery_code (user_id, code_hash) SELECT $1, unnest($2::bytea[])

-- removeTotp of totp.store.ts
DELETE FROM recovery_code
  WHERE user_id = $1

-- removeTotp of totp.store.ts
DELETE FROM user_totp
  WHERE user_id = $1

-- useUserStep of totp.store.ts
UPDATE user_totp AS t
  SET step = $2
  FROM (SELECT step
    FROM user_totp
    WHERE user_id = $1 FOR UPDATE) AS old
  WHERE t.user_id = $1 AND old.step < $2
  RETURNING old.step AS before

-- returnUserStep of totp.store.ts
UPDATE user_totp
  SET step = $3
  WHERE user_id = $1 AND step = $2

-- useRecovery of totp.store.ts
UPDATE recovery_code
  SET used_at = now()
  WHERE user_id = $1 AND code_hash = $2 AND used_at IS NULL
  RETURNING user_id

-- returnRecovery of totp.store.ts
UPDATE recovery_code
  SET used_at = NULL
  WHERE user_id = $1 AND code_hash = $2

-- totpSealed of totpSealed.store.ts
SELECT user_id AS id, secret AS sealed
  FROM user_totp
  WHERE user_id > $1 AND substring(secret FROM 1 FOR $2) <> $3
  ORDER BY user_id LIMIT $4

-- totpSealed of totpSealed.store.ts
UPDATE user_totp
  SET secret = $3
  WHERE user_id = $1 AND secret = $2

-- waitSeconds of tries.store.ts
SELECT failures, extract(epoch FROM now() - last_at) AS since
  FROM sign_in_failure
  WHERE account_hash = $1 AND last_at > now() - interval '1 hour'

-- takeTry of tries.store.ts
INSERT INTO sign_in_failure AS known (account_hash, failures, last_at)
  VALUES ($1, 1, now())
  ON CONFLICT (account_hash) DO UPDATE
  SET last_at = now(), failures = CASE WHEN known.last_at > now() - interval '1 hour' THEN known.failures + 1 ELSE 1 END
  WHERE known.failures <= 5 OR known.last_at <= now() - interval '1 hour' OR known.last_at <= now() - make_interval(secs => least(60, 2 ^ least(10, known.failures - 5)))
  RETURNING failures

-- noteFailure of tries.store.ts
INSERT INTO sign_in_failure AS known (account_hash, failures, last_at)
  VALUES ($1, 1, now())
  ON CONFLICT (account_hash) DO UPDATE
  SET last_at = now(), failures = CASE WHEN known.last_at > now() - interval '1 hour' THEN known.failures + 1 ELSE 1 END

-- clearFailures of tries.store.ts
DELETE FROM sign_in_failure
  WHERE account_hash = $1

-- noteNetwork of tries.store.ts
INSERT INTO known_network (user_id, network)
  VALUES ($1, $2)
  ON CONFLICT (user_id, network) DO UPDATE
  SET seen_at = now()

-- isKnownNetwork of tries.store.ts
SELECT 1
  FROM known_network
  WHERE user_id = $1 AND network = $2

-- eraseOldFailures of tries.store.ts
DELETE FROM sign_in_failure
  WHERE last_at < now() - interval '1 hour'

-- eraseOldFailures of tries.store.ts
DELETE FROM known_network
  WHERE seen_at < now() - make_interval(days => $1)
