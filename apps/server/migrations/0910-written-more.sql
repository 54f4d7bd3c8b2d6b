-- More tables whose rows stand in the log of what was written: what opens an account or an operator's, whom a message goes to
-- and what it says, ready answers, names that the desk goes by, invite codes, alerts of prices and where pushes go. Entries outlive their rows: a key is a
-- number or the hash of something random, and never an address or a network.
ALTER TABLE verification_code ADD COLUMN id bigint GENERATED ALWAYS AS IDENTITY UNIQUE;
ALTER TABLE known_network ADD COLUMN id bigint GENERATED ALWAYS AS IDENTITY UNIQUE;

-- A row that was altered, put in or taken out behind the server's back is found until the server itself writes over it. So each
-- change first looks whether what it finds is what was written last, and what is not stays in the log: deed 4.
ALTER TABLE written DROP CONSTRAINT written_deed_check, ADD CONSTRAINT written_deed_check CHECK (deed BETWEEN 0 AND 4);

-- Of a row that is there, the newest entry alone has its salt.
CREATE INDEX written_standing ON written (source, item) WHERE salt IS NOT NULL;

CREATE OR REPLACE FUNCTION note_written(of_source text, of_item text, of_deed int, said text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  fresh bytea := CASE WHEN said IS NOT NULL THEN uuid_send(gen_random_uuid()) END;
BEGIN
  UPDATE written SET salt = NULL WHERE source = of_source AND item = of_item AND salt IS NOT NULL;
  INSERT INTO written (source, item, deed, time, salt, digest) VALUES (of_source, of_item, of_deed,
    floor(extract(epoch FROM clock_timestamp()) * 1000), fresh, sha256(fresh || convert_to(said, 'UTF8')));
END $$;

-- What stands there before the change; null where there is no row.
CREATE FUNCTION hold_written(of_source text, of_item text, stands text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  last record;
BEGIN
  -- by the index of those with a salt, and by no order: what is not there yet would be looked for through the whole log
  SELECT salt, digest INTO last FROM written WHERE source = of_source AND item = of_item AND salt IS NOT NULL;
  IF (last.digest IS NULL) <> (stands IS NULL)
    OR last.digest IS DISTINCT FROM sha256(last.salt || convert_to(stands, 'UTF8')) THEN
    PERFORM note_written(of_source, of_item, 4, coalesce(stands, ''));
  END IF;
END $$;

CREATE OR REPLACE FUNCTION keep_row() RETURNS trigger LANGUAGE plpgsql SET timezone TO 'UTC' SET bytea_output TO 'hex' AS $$
DECLARE
  keys text[] := string_to_array(TG_ARGV[0], ' ');
  columns text[] := string_to_array(TG_ARGV[1], ' ');
  item_then text; said_then text; item_now text; said_now text;
BEGIN
  IF TG_OP <> 'INSERT' THEN
    item_then := written_part(to_jsonb(OLD), keys);
    said_then := written_part(to_jsonb(OLD), columns);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    item_now := written_part(to_jsonb(NEW), keys);
    said_now := written_part(to_jsonb(NEW), columns);
  END IF;
  IF said_now IS NOT DISTINCT FROM said_then THEN
    RETURN NULL;
  END IF;
  IF item_then IS NOT NULL THEN
    PERFORM hold_written(TG_TABLE_NAME, item_then, said_then);
  END IF;
  IF item_then <> item_now OR item_now IS NULL THEN
    PERFORM note_written(TG_TABLE_NAME, item_then, 2, NULL);
  END IF;
  IF item_now IS NOT NULL AND (item_then IS NULL OR item_then <> item_now) THEN
    PERFORM hold_written(TG_TABLE_NAME, item_now, NULL);
    PERFORM note_written(TG_TABLE_NAME, item_now, 0, said_now);
  ELSIF item_now IS NOT NULL THEN
    PERFORM note_written(TG_TABLE_NAME, item_now, 1, said_now);
  END IF;
  RETURN NULL;
END $$;

SELECT keep_written('support_operator', 'operator_id', 'operator_id shown');
SELECT keep_written('canned', 'id', 'id title texts updated_at updated_by removed_at');
SELECT keep_written('session_limit', 'user_id', 'user_id minutes next_minutes next_from');
SELECT keep_written('known_network', 'id', 'id user_id network');
SELECT keep_written('freeze_link', 'token_hash', 'token_hash user_id expires_at used_at');
SELECT keep_written('verification_code', 'id', 'id purpose address code_hash asked_by tries_left others_left known_left expires_at');
SELECT keep_written('invite_code', 'id', 'id code note active uses_max created_at');
SELECT keep_written('outbox', 'id', 'id channel recipient template locale params created_at');
SELECT keep_written('decision_mail', 'kind id', 'kind id');
SELECT keep_written('notification_setting', 'user_id', 'user_id channels quiet_from quiet_to timezone');
SELECT keep_written('price_alert', 'id', 'id user_id symbol direction source price repeats armed created_at');
SELECT keep_written('push_key', 'only_row', 'only_row public_key private_sealed made_at');
SELECT keep_written('push_subscription', 'id', 'id endpoint user_id session_id p256dh auth lang hide_amounts created_at');
SELECT keep_written('operator_link', 'token_hash', 'token_hash role totp_secret created_at expires_at used_at');
SELECT keep_written('mail_test', 'id', 'id setting code_hash asked_by asked_at proven_at');
SELECT keep_written('staff_account', 'id', 'id user_id operator since ended');
SELECT keep_written('staff_declaration', 'operator', 'operator declared');
