-- What this slice of the server has the database do. Written by `npx vitest run tests/statements.test.ts -u`, and
-- compared by every run of the tests. ${…} is what the program puts in while it runs.

-- insertAlert of alert/alert.store.ts
SELECT 1
  FROM app_user
  WHERE id = $1 FOR NO KEY UPDATE

-- insertAlert of alert/alert.store.ts
INSERT INTO price_alert (user_id, symbol, direction, source, price, repeats) SELECT $1::bigint, $2::text, $3::text, $4::text, $5::text, $6::boolean
  WHERE 50 > (SELECT count(*)
    FROM price_alert
    WHERE user_id = $1 AND (symbol, direction, source, price) IS DISTINCT FROM ($2, $3, $4, $5))
  ON CONFLICT (user_id, symbol, direction, source, price) DO UPDATE
  SET repeats = EXCLUDED.repeats
  RETURNING id, user_id, symbol, direction, source, price, repeats, armed, fired_at, created_at

-- findAlerts of alert/alert.store.ts
SELECT id, user_id, symbol, direction, source, price, repeats, armed, fired_at, created_at
  FROM price_alert
  WHERE user_id = $1 AND ($2::text IS NULL OR symbol = $2)
  ORDER BY id DESC LIMIT 50

-- removeAlert of alert/alert.store.ts
DELETE FROM price_alert
  WHERE id = $1 AND user_id = $2
  RETURNING id

-- readAlerts of alert/alert.store.ts
SELECT id, user_id, symbol, direction, source, price, repeats, armed, fired_at, created_at
  FROM price_alert
  WHERE id > $1
  ORDER BY id LIMIT $2

-- fireAlert of alert/alert.store.ts
UPDATE price_alert
  SET armed = false, fired_count = fired_count + 1, fired_at = to_timestamp($2 / 1000.0)
  WHERE id = $1 AND armed
  RETURNING id, user_id, symbol, direction, source, price, repeats, armed, fired_at, created_at, fired_count

-- fireAlert of alert/alert.store.ts
DELETE FROM price_alert
  WHERE id = $1

-- armAlert of alert/alert.store.ts
UPDATE price_alert
  SET armed = true
  WHERE id = $1

-- insertWarnings of marginWatch.store.ts
INSERT INTO margin_warning (holder, position_id, warned_at) SELECT *
  FROM unnest($1::int[], $2::bigint[], $3::bigint[])
  ON CONFLICT DO NOTHING
  RETURNING holder, position_id

-- forgetRecovered of marginWatch.store.ts
DELETE FROM margin_warning AS w
  WHERE NOT EXISTS (SELECT 1
    FROM unnest($1::int[], $2::bigint[]) AS t (holder, position_id)
    WHERE t.holder = w.holder AND t.position_id = w.position_id)

-- namesOf of projection.store.ts
SELECT id, code, scale
  FROM currency

-- namesOf of projection.store.ts
SELECT l.id, l.code, b.code AS base, q.code AS quote, q.scale AS quote_scale, l.price_decimals, l.quantity_decimals
  FROM listing AS l
  JOIN currency AS b ON b.id = l.base
  JOIN currency AS q ON q.id = l.quote

-- insertNoted of projection.store.ts
INSERT INTO notification (user_id, realm, kind, category, params, ref, once, happened_at, told) SELECT u.id, u.realm, n.kind, n.category, n.params::jsonb, nullif(n.ref, 0), n.once, n.at, n.at < now() - interval '1 hours'
  FROM (SELECT holder, kind, category, params, ref, once, place, to_timestamp(time / 1000.0) AS at
    FROM unnest($1::int[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::text[], $7::bigint[]) WITH ORDINALITY AS x (holder, kind, category, params, ref, once, time, place)) AS n
  JOIN LATERAL (SELECT id, 'real' AS realm
    FROM app_user
    WHERE real_holder = n.holder
    UNION ALL SELECT id, 'demo'
    FROM app_user
    WHERE demo_holder = n.holder) AS u ON true
  ORDER BY n.place
  ON CONFLICT (user_id, once) DO NOTHING

-- insertNotedForAll of projection.store.ts
INSERT INTO notification (user_id, kind, category, params, once, happened_at, told) SELECT id, $1, $2, $3, $4, to_timestamp($5 / 1000.0), to_timestamp($5 / 1000.0) < now() - interval '1 hours'
  FROM app_user
  WHERE NOT guest AND NOT is_disabled(app_user)
  ON CONFLICT (user_id, once) DO NOTHING

-- pushKeySealed of push/keySealed.store.ts
SELECT private_sealed AS sealed
  FROM push_key
  WHERE substring(private_sealed FROM 1 FOR $1) <> $2

-- pushKeySealed of push/keySealed.store.ts
UPDATE push_key
  SET private_sealed = $2
  WHERE private_sealed = $1

-- readPushKey of push/push.store.ts
SELECT public_key, private_sealed
  FROM push_key

-- insertPushKey of push/push.store.ts
INSERT INTO push_key (public_key, private_sealed)
  VALUES ($1, $2)
  ON CONFLICT DO NOTHING

-- putSubscription of push/push.store.ts
INSERT INTO push_subscription (endpoint, user_id, session_id, p256dh, auth, lang, hide_amounts)
  VALUES ($1, $2, $3, $4, $5, $6, $7)
  ON CONFLICT (endpoint) DO UPDATE
  SET user_id = EXCLUDED.user_id, session_id = EXCLUDED.session_id, p256dh = EXCLUDED.p256dh, auth = EXCLUDED.auth, lang = EXCLUDED.lang, hide_amounts = EXCLUDED.hide_amounts, refused_at = CASE WHEN push_subscription.p256dh = EXCLUDED.p256dh THEN push_subscription.refused_at END

-- putSubscription of push/push.store.ts
DELETE FROM push_subscription
  WHERE user_id = $1 AND id NOT IN (SELECT id
    FROM push_subscription
    WHERE user_id = $1
    ORDER BY id DESC LIMIT 10)

-- browsersOf of push/push.store.ts
SELECT endpoint, lang, hide_amounts AS "hideAmounts", created_at AS "createdAt", refused_at AS "refusedAt"
  FROM push_subscription
  WHERE user_id = $1
  ORDER BY id DESC

-- removeSubscription of push/push.store.ts
DELETE FROM push_subscription
  WHERE user_id = $1 AND endpoint = $2

-- dropSubscription of push/push.store.ts
DELETE FROM push_subscription
  WHERE id = $1

-- markSubscription of push/push.store.ts
UPDATE push_subscription
  SET refused_at = CASE WHEN $2 THEN coalesce(refused_at, now()) END
  WHERE id = $1 AND (refused_at IS NULL) = $2

-- queuePushes of push/push.store.ts
INSERT INTO push_delivery (subscription_id, notification_id) SELECT p.id, n.id
  FROM unnest($1::bigint[], $2::bigint[]) AS n (id, user_id)
  JOIN push_subscription AS p ON p.user_id = n.user_id
  JOIN session AS s ON s.id = p.session_id
  WHERE s.ended_at IS NULL
  ON CONFLICT DO NOTHING

-- takePushes of push/push.store.ts
UPDATE push_delivery AS d
  SET attempts = d.attempts + 1, due_at = now() + interval '15 seconds' * (4 ^ d.attempts)
  FROM push_subscription AS p
  WHERE p.id = d.subscription_id AND (d.subscription_id, d.notification_id) IN (SELECT subscription_id, notification_id
    FROM push_delivery
    WHERE due_at <= now()
    ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED)
  RETURNING d.subscription_id, d.notification_id, d.attempts, p.endpoint, p.p256dh, p.auth, p.lang, p.hide_amounts

-- endPush of push/push.store.ts
DELETE FROM push_delivery
  WHERE subscription_id = $1 AND notification_id = $2

-- readSettings of setting.store.ts
SELECT user_id, channels, quiet_from, quiet_to, timezone
  FROM notification_setting
  WHERE user_id = ANY($1::bigint[])

-- writeSetting of setting.store.ts
INSERT INTO notification_setting (user_id, channels, quiet_from, quiet_to, timezone)
  VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (user_id) DO UPDATE
  SET channels = EXCLUDED.channels, quiet_from = EXCLUDED.quiet_from, quiet_to = EXCLUDED.quiet_to, timezone = EXCLUDED.timezone

-- insertOne of store.ts
INSERT INTO notification (user_id, realm, kind, category, params, ref, once, happened_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, now())
  ON CONFLICT (user_id, once) DO NOTHING

-- insertForEveryone of store.ts
INSERT INTO notification (user_id, kind, category, params, ref, once, happened_at) SELECT id, $1, $2, $3, $4, $5, now()
  FROM app_user
  WHERE NOT guest AND NOT is_disabled(app_user)
  ON CONFLICT (user_id, once) DO NOTHING

-- findNotifications of store.ts
SELECT id, user_id, realm, kind, params, ref, happened_at, read_at IS NOT NULL AS read
  FROM notification
  WHERE user_id = $1 AND (realm IS NULL OR realm = $2) AND ($3::text IS NULL OR category = $3) AND id < $4
  ORDER BY id DESC LIMIT $5

-- countUnread of store.ts
SELECT count(*) AS count
  FROM notification
  WHERE user_id = $1 AND (realm IS NULL OR realm = $2) AND read_at IS NULL

-- markRead of store.ts
UPDATE notification
  SET read_at = now()
  WHERE user_id = $1 AND (realm IS NULL OR realm = $2) AND read_at IS NULL AND ($3::bigint[] IS NULL OR id = ANY($3))

-- takeUntold of store.ts
SELECT id, user_id, realm, kind, params, ref, happened_at, read_at IS NOT NULL AS read
  FROM notification
  WHERE NOT told
  ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED

-- markTold of store.ts
UPDATE notification
  SET told = true
  WHERE id = ANY($1::bigint[])

-- findNotification of store.ts
SELECT id, user_id, realm, kind, params, ref, happened_at, read_at IS NOT NULL AS read
  FROM notification
  WHERE id = $1

-- findAddressees of store.ts
SELECT u.id, CASE WHEN u.verified = 'email' THEN u.email END AS email, u.phone, u.verified, u.lang, s.word, u.real_holder, u.demo_holder
  FROM app_user AS u
  LEFT JOIN user_security AS s ON s.user_id = u.id
  WHERE u.id = ANY($1::bigint[])

-- sweepNotifications of store.ts
DELETE FROM notification
  WHERE happened_at < now() - interval '${keptDays} days'

-- sweepNotifications of store.ts
DELETE FROM notification AS n USING ( SELECT user_id, (SELECT id
      FROM notification AS m
      WHERE m.user_id = c.user_id
      ORDER BY id DESC OFFSET ${keptMax} LIMIT 1) AS newest
    FROM (SELECT user_id
      FROM notification
      GROUP BY user_id HAVING count(*) > ${keptMax} LIMIT 500) AS c ) AS surplus
  WHERE n.user_id = surplus.user_id AND n.id <= surplus.newest
