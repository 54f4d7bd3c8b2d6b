-- What this slice of the server has the database do. Written by `npx vitest run tests/statements.test.ts -u`, and
-- compared by every run of the tests. ${…} is what the program puts in while it runs.

-- noteAgreement of agreement.store.ts
INSERT INTO agreement_acceptance (user_id, version, lang, accepted_at)
  VALUES ($1, $2, $3, $4)
  ON CONFLICT (user_id) DO NOTHING

-- findAcceptance of agreement.store.ts
SELECT version, lang, accepted_at
  FROM agreement_acceptance
  WHERE user_id = $1

-- findCertificates of certificates.store.ts
SELECT *
  FROM certificate
  ORDER BY id DESC

-- findStanding of certificates.store.ts
SELECT *
  FROM certificate
  WHERE ended_at IS NULL AND expires_at > $1
  ORDER BY id

-- insertCertificate of certificates.store.ts
INSERT INTO certificate (name, regulator, number, register_link, image, expires_at, added_by, added_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8)

-- endCertificate of certificates.store.ts
UPDATE certificate
  SET ended_by = $2, ended_reason = $3, ended_at = $4
  WHERE id = $1 AND ended_at IS NULL

-- insertImage of images.store.ts
INSERT INTO piece_image (name, file, added_by, added_at)
  VALUES ($1, $2, $3, $4)

-- findImage of images.store.ts
SELECT file
  FROM piece_image
  WHERE name = $1

-- findPieces of pieces.store.ts
SELECT p.id, p.kind, p.created_at, p.shown_at, ( SELECT v.title
    FROM piece_version AS v
    WHERE v.piece = p.id
    ORDER BY v.lang = 'en' DESC, v.lang, v.number DESC LIMIT 1 ) AS title
  FROM piece AS p
  WHERE p.kind = $1 AND p.id < $2
  ORDER BY p.id DESC LIMIT $3

-- findPiece of pieces.store.ts
SELECT p.id, p.kind, p.created_at, p.shown_at, ( SELECT v.title
    FROM piece_version AS v
    WHERE v.piece = p.id
    ORDER BY v.lang = 'en' DESC, v.lang, v.number DESC LIMIT 1 ) AS title
  FROM piece AS p
  WHERE p.id = $1

-- lockPiece of pieces.store.ts
SELECT 1
  FROM piece
  WHERE id = $1 FOR UPDATE

-- insertNews of pieces.store.ts
INSERT INTO piece (kind, created_at)
  VALUES ('news', $1)
  RETURNING id

-- findLanguages of pieces.store.ts
SELECT v.lang, max(v.number) AS newest, d.due IS TRUE AS due, d.number AS shown, s.number AS next, s.at AS next_at
  FROM piece_version AS v
  LEFT JOIN LATERAL ( SELECT true AS due, w.number
    FROM piece_release AS r
    LEFT JOIN piece_version AS w ON w.id = r.version
    WHERE r.piece = $1 AND r.lang = v.lang AND r.at <= $2 AND r.canceled_at IS NULL
    ORDER BY r.at DESC, r.id DESC LIMIT 1 ) AS d ON true
  LEFT JOIN LATERAL ( SELECT w.number, r.at
    FROM piece_release AS r
    JOIN piece_version AS w ON w.id = r.version
    WHERE r.piece = $1 AND r.lang = v.lang AND r.at > $2 AND r.canceled_at IS NULL
    ORDER BY r.at, r.id LIMIT 1 ) AS s ON true
  WHERE v.piece = $1
  GROUP BY v.lang, d.due, d.number, s.number, s.at
  ORDER BY v.lang = 'en' DESC, v.lang

-- findVersions of pieces.store.ts
SELECT v.id, v.number, v.title, v.author, v.created_at, v.restored_from, ARRAY( SELECT r.at::text FROM piece_release AS r WHERE r.version = v.id AND r.canceled_at IS NULL ORDER BY r.at LIMIT 20 ) AS shown
  FROM piece_version AS v
  WHERE v.piece = $1 AND v.lang = $2
  ORDER BY v.number DESC LIMIT $3

-- findVersion of pieces.store.ts
SELECT id, title, summary, body
  FROM piece_version
  WHERE piece = $1 AND lang = $2 AND number = $3

-- insertVersion of pieces.store.ts
SELECT 1
  FROM piece_image
  WHERE name = ANY($1::text[])

-- insertVersion of pieces.store.ts
INSERT INTO piece_version (piece, lang, number, title, summary, body, author, restored_from, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  RETURNING id

-- insertVersion of pieces.store.ts
INSERT INTO piece_version_image (version, name) SELECT $1, unnest($2::text[])

-- insertRelease of pieces.store.ts
INSERT INTO piece_release (piece, lang, version, at, made_by, made_at)
  VALUES ($1, $2, $3, $4, $5, $6)

-- cancelReleases of pieces.store.ts
UPDATE piece_release
  SET canceled_by = $2, canceled_at = $3
  WHERE piece = $1 AND at > $3 AND canceled_at IS NULL AND version IS NOT NULL

-- noteShown of pieces.store.ts
UPDATE piece
  SET shown_at = ( SELECT min(at)
    FROM piece_release
    WHERE piece = $1 AND canceled_at IS NULL AND version IS NOT NULL )
  WHERE id = $1

-- findShown of shown.store.ts
SELECT t.*
  FROM piece AS p
  JOIN LATERAL (SELECT v.title, v.summary, v.body, v.lang, v.number, r.at
    FROM piece_release AS r
    JOIN piece_version AS v ON v.id = r.version
    WHERE r.id = ( SELECT s.id
      FROM piece_release AS s
      WHERE s.piece = p.id AND s.lang IN ($1, 'en') AND s.at <= $2 AND s.canceled_at IS NULL
      ORDER BY s.lang = $1 DESC, s.at DESC, s.id DESC LIMIT 1 )) AS t ON true
  WHERE p.kind = $3

-- findNews of shown.store.ts
SELECT p.id, p.shown_at, ($3::bigint IS NOT NULL AND p.shown_at > $4 AND NOT EXISTS ( SELECT 1
      FROM news_read AS n
      WHERE n.user_id = $3 AND n.piece = p.id)) AS unread, t.*
  FROM piece AS p
  JOIN LATERAL (SELECT v.title, v.summary, v.body, v.lang, v.number, r.at
    FROM piece_release AS r
    JOIN piece_version AS v ON v.id = r.version
    WHERE r.id = ( SELECT s.id
      FROM piece_release AS s
      WHERE s.piece = p.id AND s.lang IN ($1, 'en') AND s.at <= $2 AND s.canceled_at IS NULL
      ORDER BY s.lang = $1 DESC, s.at DESC, s.id DESC LIMIT 1 )) AS t ON true
  WHERE p.kind = 'news' AND p.shown_at <= $2 AND ($5::bigint IS NULL OR (p.shown_at, p.id) < (SELECT c.shown_at, c.id
      FROM piece AS c
      WHERE c.id = $5))
  ORDER BY p.shown_at DESC, p.id DESC LIMIT $6

-- findOneNews of shown.store.ts
SELECT p.id, p.shown_at, ($3::bigint IS NOT NULL AND p.shown_at > $4 AND NOT EXISTS ( SELECT 1
      FROM news_read AS n
      WHERE n.user_id = $3 AND n.piece = p.id)) AS unread, t.*
  FROM piece AS p
  JOIN LATERAL (SELECT v.title, v.summary, v.body, v.lang, v.number, r.at
    FROM piece_release AS r
    JOIN piece_version AS v ON v.id = r.version
    WHERE r.id = ( SELECT s.id
      FROM piece_release AS s
      WHERE s.piece = p.id AND s.lang IN ($1, 'en') AND s.at <= $2 AND s.canceled_at IS NULL
      ORDER BY s.lang = $1 DESC, s.at DESC, s.id DESC LIMIT 1 )) AS t ON true
  WHERE p.kind = 'news' AND p.shown_at <= $2 AND p.id = $5

-- countUnread of shown.store.ts
SELECT count(*)
  FROM (SELECT 1
    FROM piece AS p
    JOIN LATERAL (SELECT v.title, v.summary, v.body, v.lang, v.number, r.at
      FROM piece_release AS r
      JOIN piece_version AS v ON v.id = r.version
      WHERE r.id = ( SELECT s.id
        FROM piece_release AS s
        WHERE s.piece = p.id AND s.lang IN ($1, 'en') AND s.at <= $2 AND s.canceled_at IS NULL
        ORDER BY s.lang = $1 DESC, s.at DESC, s.id DESC LIMIT 1 )) AS t ON true
    WHERE p.kind = 'news' AND p.shown_at <= $2 AND ($3::bigint IS NOT NULL AND p.shown_at > $4 AND NOT EXISTS ( SELECT 1
        FROM news_read AS n
        WHERE n.user_id = $3 AND n.piece = p.id)) LIMIT $5) AS found

-- markRead of shown.store.ts
INSERT INTO news_read (user_id, piece) SELECT $3, p.id
  FROM piece AS p
  JOIN LATERAL (SELECT v.title, v.summary, v.body, v.lang, v.number, r.at
    FROM piece_release AS r
    JOIN piece_version AS v ON v.id = r.version
    WHERE r.id = ( SELECT s.id
      FROM piece_release AS s
      WHERE s.piece = p.id AND s.lang IN ($1, 'en') AND s.at <= $2 AND s.canceled_at IS NULL
      ORDER BY s.lang = $1 DESC, s.at DESC, s.id DESC LIMIT 1 )) AS t ON true
  WHERE p.kind = 'news' AND p.shown_at <= $2 AND ($5::bigint[] IS NULL OR p.id = ANY($5)) AND ($3::bigint IS NOT NULL AND p.shown_at > $4 AND NOT EXISTS ( SELECT 1
      FROM news_read AS n
      WHERE n.user_id = $3 AND n.piece = p.id))
  ON CONFLICT DO NOTHING

-- findPublicImage of shown.store.ts
SELECT i.file
  FROM piece_image AS i
  WHERE i.name = $1 AND ( EXISTS ( SELECT 1
      FROM piece_version_image AS u
      JOIN piece_version AS v ON v.id = u.version
      JOIN LATERAL ( SELECT r.version
        FROM piece_release AS r
        WHERE r.piece = v.piece AND r.lang = v.lang AND r.at <= $2 AND r.canceled_at IS NULL
        ORDER BY r.at DESC, r.id DESC LIMIT 1 ) AS s ON s.version = v.id
      WHERE u.name = i.name ) OR EXISTS ( SELECT 1
      FROM certificate AS c
      WHERE c.image = i.name AND c.ended_at IS NULL AND c.expires_at > $2 ))

-- isAgreementShown of shown.store.ts
SELECT EXISTS ( SELECT 1
    FROM ( SELECT DISTINCT ON (r.lang) r.version
      FROM piece AS p
      JOIN piece_release AS r ON r.piece = p.id
      WHERE p.kind = 'user_agreement' AND r.at <= $1 AND r.canceled_at IS NULL
      ORDER BY r.lang, r.at DESC, r.id DESC ) AS s
    JOIN piece_version AS v ON v.id = s.version
    WHERE v.body <> '' ) AS shown

-- findUntold of told.store.ts
SELECT id
  FROM piece
  WHERE kind = 'news' AND NOT told AND shown_at <= $1
  ORDER BY shown_at, id LIMIT $2 FOR UPDATE SKIP LOCKED

-- findTitles of told.store.ts
SELECT s.lang, v.title
  FROM ( SELECT DISTINCT ON (lang) lang, version
    FROM piece_release
    WHERE piece = $1 AND at <= $2 AND canceled_at IS NULL
    ORDER BY lang, at DESC, id DESC ) AS s
  JOIN piece_version AS v ON v.id = s.version
  ORDER BY s.lang = 'en' DESC, s.lang

-- markTold of told.store.ts
UPDATE piece
  SET told = true
  WHERE id = $1
