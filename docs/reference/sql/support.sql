-- What this slice of the server has the database do. Written by `npx vitest run tests/statements.test.ts -u`, and
-- compared by every run of the tests. ${…} is what the program puts in while it runs.

-- findCannedAll of canned.store.ts
SELECT c.id, c.title, c.texts, c.updated_at, o.name
  FROM canned AS c
  JOIN operator AS o ON o.id = c.updated_by
  WHERE c.removed_at IS NULL
  ORDER BY lower(c.title), c.id LIMIT $1

-- findCanned of canned.store.ts
SELECT c.id, c.title, c.texts, c.updated_at, o.name
  FROM canned AS c
  JOIN operator AS o ON o.id = c.updated_by
  WHERE c.removed_at IS NULL AND c.id = $1

-- insertCanned of canned.store.ts
SELECT pg_advisory_xact_lock($1)

-- insertCanned of canned.store.ts
INSERT INTO canned (title, texts, updated_by) SELECT $1, $2, $3
  WHERE (SELECT count(*)
    FROM canned
    WHERE removed_at IS NULL) < $4
  RETURNING id

-- changeCanned of canned.store.ts
UPDATE canned
  SET title = $2, texts = $3, updated_by = $4, updated_at = now()
  WHERE id = $1 AND removed_at IS NULL
  RETURNING id

-- removeCanned of canned.store.ts
UPDATE canned
  SET removed_at = now()
  WHERE id = $1 AND removed_at IS NULL
  RETURNING title

-- oneChat of chat.store.ts
SELECT c.*, o.name AS operator_name, s.shown AS operator_shown, CASE WHEN u.verified = 'email' THEN u.email END AS email, u.lang, u.real_holder, u.demo_holder, CASE WHEN u.verified = 'phone' THEN u.phone ELSE u.email END AS account
  FROM chat AS c
  JOIN app_user AS u ON u.id = c.user_id
  LEFT JOIN operator AS o ON o.id = c.operator_id
  LEFT JOIN support_operator AS s ON s.operator_id = c.operator_id
  WHERE ${where}

-- holdChatOf of chat.store.ts
INSERT INTO chat (user_id)
  VALUES ($1)
  ON CONFLICT (user_id) DO NOTHING

-- insertLine of chat.store.ts
WITH next AS (UPDATE chat
    SET last_seq = last_seq + 1, updated_at = now(), last_text = CASE WHEN $2 = 'system' THEN last_text ELSE $9 END, user_unread = user_unread + ($2 = 'desk')::int, desk_unread = desk_unread + ($2 = 'user')::int, unanswered = CASE $2 WHEN 'user' THEN unanswered + 1 WHEN 'desk' THEN 0 ELSE unanswered END, waiting_since = CASE $2 WHEN 'user' THEN coalesce(waiting_since, now()) WHEN 'desk' THEN NULL ELSE waiting_since END
    WHERE id = $1
    RETURNING last_seq) INSERT INTO chat_message (chat_id, seq, author, event, operator_id, name, key, digest, text, file_id) SELECT $1, last_seq, $2, $3, $4, $5, $6, $7, $8, $10
  FROM next
  RETURNING seq, author, event, key, digest, name, text, file_id, sent_at

-- findByKey of chat.store.ts
SELECT seq, author, event, key, digest, name, text, file_id, sent_at
  FROM chat_message
  WHERE chat_id = $1 AND author = $2 AND key = $3

-- countRecent of chat.store.ts
SELECT count(*)
  FROM (SELECT author, sent_at
    FROM chat_message
    WHERE chat_id = $1
    ORDER BY seq DESC LIMIT 50) AS m
  WHERE m.author = 'user' AND m.sent_at > now() - make_interval(secs => $2)

-- linesAfter of chat.store.ts
SELECT seq, author, event, key, digest, name, text, file_id, sent_at
  FROM chat_message
  WHERE chat_id = $1 AND seq > $2
  ORDER BY seq LIMIT $3

-- linesBefore of chat.store.ts
SELECT seq, author, event, key, digest, name, text, file_id, sent_at
  FROM chat_message
  WHERE chat_id = $1 AND seq < $2
  ORDER BY seq DESC LIMIT $3

-- showsFile of chat.store.ts
SELECT 1
  FROM chat_message
  WHERE chat_id = $1 AND file_id = $2

-- openChat of chat.store.ts
UPDATE chat
  SET open = true, operator_id = NULL, first_seq = last_seq + 1, unanswered = 0, waiting_since = NULL
  WHERE id = $1

-- closeChat of chat.store.ts
UPDATE chat
  SET open = false, operator_id = NULL, unanswered = 0, waiting_since = NULL
  WHERE id = $1

-- assignChat of chat.store.ts
UPDATE chat
  SET operator_id = $2, waiting_since = CASE WHEN $2::bigint IS NULL THEN coalesce(waiting_since, now()) ELSE waiting_since END
  WHERE id = $1

-- moveReach of chat.store.ts
UPDATE chat
  SET ${side}_read = greatest(${side}_read, least($3::int, last_seq)), ${side}_delivered = greatest(${side}_delivered, ${side}_read, least(greatest($2::int, $3::int), last_seq)), ${side}_unread = (SELECT count(*)
    FROM chat_message AS m
    WHERE m.chat_id = chat.id AND m.author = '${other}' AND m.seq > greatest(${side}_read, least($3::int, last_seq)))
  WHERE id = $1

-- noteTranscript of chat.store.ts
UPDATE chat
  SET transcript_at = now()
  WHERE id = $1

-- findIdle of chat.store.ts
SELECT id
  FROM chat
  WHERE open AND waiting_since IS NULL AND updated_at < now() - make_interval(hours => $1)
  ORDER BY id LIMIT $2

-- findChats of chat.store.ts
SELECT c.*, o.name AS operator_name, s.shown AS operator_shown, CASE WHEN u.verified = 'email' THEN u.email END AS email, u.lang, u.real_holder, u.demo_holder, CASE WHEN u.verified = 'phone' THEN u.phone ELSE u.email END AS account
  FROM chat AS c
  JOIN app_user AS u ON u.id = c.user_id
  LEFT JOIN operator AS o ON o.id = c.operator_id
  LEFT JOIN support_operator AS s ON s.operator_id = c.operator_id
  WHERE ${queues[queue]} AND ${where}
  ORDER BY ${order} LIMIT $4

-- countWaiting of chat.store.ts
SELECT count(*)
  FROM chat
  WHERE open AND operator_id IS NULL

-- findSupportOperators of operators.store.ts
SELECT o.id, o.name, o.role, s.shown, s.available, (SELECT count(*)
    FROM chat AS c
    WHERE c.open AND c.operator_id = o.id) AS chats
  FROM operator AS o
  LEFT JOIN support_operator AS s ON s.operator_id = o.id
  WHERE o.disabled_at IS NULL AND o.role = ANY($1)
  ORDER BY lower(o.name), o.id

-- findSupportOperator of operators.store.ts
SELECT shown, available
  FROM support_operator
  WHERE operator_id = $1

-- setSupportOperator of operators.store.ts
INSERT INTO support_operator (operator_id, shown, available)
  VALUES ($1, $2, $3)
  ON CONFLICT (operator_id) DO UPDATE
  SET shown = EXCLUDED.shown, available = EXCLUDED.available

-- findTicket of tickets.store.ts
SELECT t.*, o.name AS answered_by_name, CASE WHEN u.verified = 'email' THEN u.email END AS email, u.lang, u.real_holder, u.demo_holder, CASE WHEN u.verified = 'phone' THEN u.phone ELSE u.email END AS account
  FROM ticket AS t
  JOIN app_user AS u ON u.id = t.user_id
  LEFT JOIN operator AS o ON o.id = t.answered_by
  WHERE t.id = $1

-- holdTicket of tickets.store.ts
SELECT t.*, o.name AS answered_by_name, CASE WHEN u.verified = 'email' THEN u.email END AS email, u.lang, u.real_holder, u.demo_holder, CASE WHEN u.verified = 'phone' THEN u.phone ELSE u.email END AS account
  FROM ticket AS t
  JOIN app_user AS u ON u.id = t.user_id
  LEFT JOIN operator AS o ON o.id = t.answered_by
  WHERE t.id = $1 FOR UPDATE OF t

-- findTicketsOf of tickets.store.ts
SELECT t.*, o.name AS answered_by_name, CASE WHEN u.verified = 'email' THEN u.email END AS email, u.lang, u.real_holder, u.demo_holder, CASE WHEN u.verified = 'phone' THEN u.phone ELSE u.email END AS account
  FROM ticket AS t
  JOIN app_user AS u ON u.id = t.user_id
  LEFT JOIN operator AS o ON o.id = t.answered_by
  WHERE t.user_id = $1 AND ($2::bigint IS NULL OR t.id < $2)
  ORDER BY t.id DESC LIMIT $3

-- findTickets of tickets.store.ts
SELECT t.*, o.name AS answered_by_name, CASE WHEN u.verified = 'email' THEN u.email END AS email, u.lang, u.real_holder, u.demo_holder, CASE WHEN u.verified = 'phone' THEN u.phone ELSE u.email END AS account
  FROM ticket AS t
  JOIN app_user AS u ON u.id = t.user_id
  LEFT JOIN operator AS o ON o.id = t.answered_by
  WHERE t.status = $1 AND ($2::bigint IS NULL OR t.id ${sign} $2)
  ORDER BY t.id ${order} LIMIT $3

-- countOpen of tickets.store.ts
SELECT count(*)
  FROM ticket
  WHERE status = 'open'

-- insertTicket of tickets.store.ts
INSERT INTO ticket (user_id, phone, question) SELECT $1, $2, $3
  WHERE (SELECT count(*)
    FROM ticket
    WHERE user_id = $1 AND status <> 'closed') < $4
  RETURNING id

-- countUnclosed of tickets.store.ts
SELECT count(*)
  FROM ticket
  WHERE user_id = $1 AND status <> 'closed'

-- insertTicketLine of tickets.store.ts
WITH next AS (UPDATE ticket
    SET lines = lines + 1, status = $9, updated_at = now(), unread = ($2 = 'desk'), answered_by = coalesce($4, answered_by)
    WHERE id = $1
    RETURNING lines) INSERT INTO ticket_line (ticket_id, place, author, user_id, operator_id, name, key, digest, text, files) SELECT $1, lines, $2, $3, $4, $5, $6, $7, $8, $10
  FROM next

-- findTicketByKey of tickets.store.ts
SELECT ticket_id, digest
  FROM ticket_line
  WHERE user_id = $1 AND author = $2 AND key = $3

-- findTicketLines of tickets.store.ts
SELECT place, author, name, text, files, written_at
  FROM ticket_line
  WHERE ticket_id = $1
  ORDER BY place

-- ticketShows of tickets.store.ts
SELECT 1
  FROM ticket_line
  WHERE ticket_id = $1 AND $2 = ANY(files)

-- closeTicket of tickets.store.ts
UPDATE ticket
  SET status = 'closed', updated_at = now()
  WHERE id = $1 AND status <> 'closed'
  RETURNING id

-- markTicketRead of tickets.store.ts
UPDATE ticket
  SET unread = false
  WHERE id = $1 AND unread
