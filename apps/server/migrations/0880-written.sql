-- The log of what only these tables tell: of each row that is written, changed or taken away, one entry in the same
-- transaction, with a digest of what the row then says. The salt keeps a digest from telling a short text to whoever guesses
-- it, and goes when the row goes or says something else. `mac` is set by the server before the transaction ends, under a key
-- that is not in the database; `place` and `chain` soon after, when no writer waits for it.
CREATE TABLE written (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  source text NOT NULL,
  -- the key of the row, as an object
  item text NOT NULL,
  -- 0 written, 1 changed, 2 taken away, 3 found when the log began
  deed smallint NOT NULL CHECK (deed BETWEEN 0 AND 3),
  time bigint NOT NULL,
  salt bytea,
  -- of the salt and the row's columns; none of what was taken away
  digest bytea CHECK (octet_length(digest) = 32),
  transaction xid8 NOT NULL DEFAULT pg_current_xact_id(),
  mac bytea CHECK (octet_length(mac) = 32),
  place bigint UNIQUE,
  chain bytea CHECK (octet_length(chain) = 32),
  CHECK ((digest IS NULL) = (deed = 2)),
  CHECK (num_nulls(place, chain) IN (0, 2))
);
CREATE INDEX written_unsealed ON written (transaction) WHERE mac IS NULL;
CREATE INDEX written_unchained ON written (id) WHERE place IS NULL;
CREATE INDEX written_of_row ON written (source, item, id);

CREATE FUNCTION written_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND (NEW.id, NEW.source, NEW.item, NEW.deed, NEW.time, NEW.transaction) = (OLD.id, OLD.source, OLD.item, OLD.deed, OLD.time, OLD.transaction)
    AND NEW.digest IS NOT DISTINCT FROM OLD.digest
    AND (NEW.salt IS NULL OR NEW.salt = OLD.salt) AND (OLD.mac IS NULL OR NEW.mac = OLD.mac)
    AND (OLD.place IS NULL OR (NEW.place, NEW.chain) = (OLD.place, OLD.chain)) THEN RETURN NEW;
  END IF;
  RAISE EXCEPTION 'the log of what was written only grows';
END $$;
CREATE TRIGGER written_append_only BEFORE UPDATE OR DELETE ON written FOR EACH ROW EXECUTE FUNCTION written_is_kept();
CREATE TRIGGER written_whole BEFORE TRUNCATE ON written FOR EACH STATEMENT EXECUTE FUNCTION written_is_kept();

CREATE FUNCTION written_part(stored jsonb, columns text[]) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_object_agg(name, stored -> name)::text FROM unnest(columns) AS name
$$;

CREATE FUNCTION note_written(of_source text, of_item text, of_deed int, said text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  fresh bytea := CASE WHEN said IS NOT NULL THEN uuid_send(gen_random_uuid()) END;
BEGIN
  IF of_deed <> 0 THEN
    UPDATE written SET salt = NULL WHERE source = of_source AND item = of_item AND salt IS NOT NULL;
  END IF;
  INSERT INTO written (source, item, deed, time, salt, digest) VALUES (of_source, of_item, of_deed,
    floor(extract(epoch FROM clock_timestamp()) * 1000), fresh, sha256(fresh || convert_to(said, 'UTF8')));
END $$;

-- The texts of moments and bytes depend on a session's settings; here they do not.
CREATE FUNCTION keep_row() RETURNS trigger LANGUAGE plpgsql SET timezone TO 'UTC' SET bytea_output TO 'hex' AS $$
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
  IF item_then <> item_now OR item_now IS NULL THEN
    PERFORM note_written(TG_TABLE_NAME, item_then, 2, NULL);
  END IF;
  IF item_now IS NOT NULL AND (item_then IS NULL OR item_then <> item_now) THEN
    PERFORM note_written(TG_TABLE_NAME, item_now, 0, said_now);
  ELSIF said_now <> said_then THEN
    PERFORM note_written(TG_TABLE_NAME, item_now, 1, said_now);
  END IF;
  RETURN NULL;
END $$;

-- Has a table's rows noted from now on, and notes those that are there. A migration that has more columns noted calls it again.
CREATE FUNCTION keep_written(source text, keys text, columns text) RETURNS void LANGUAGE plpgsql
  SET timezone TO 'UTC' SET bytea_output TO 'hex' AS $$
BEGIN
  EXECUTE format('DROP TRIGGER IF EXISTS written_row ON %I', source);
  EXECUTE format('CREATE TRIGGER written_row AFTER INSERT OR UPDATE OR DELETE ON %I FOR EACH ROW EXECUTE FUNCTION keep_row(%L, %L)',
    source, keys, columns);
  EXECUTE format('SELECT note_written(%L, written_part(to_jsonb(r), string_to_array(%L, '' '')), 3, written_part(to_jsonb(r), string_to_array(%L, '' ''))) FROM %I AS r',
    source, keys, columns, source);
END $$;

SELECT keep_written('chat', 'id', 'id user_id');
SELECT keep_written('chat_message', 'chat_id seq', 'chat_id seq author event operator_id name key digest text file_id sent_at');
SELECT keep_written('ticket', 'id', 'id user_id phone question status lines answered_by created_at updated_at');
SELECT keep_written('ticket_line', 'ticket_id place', 'ticket_id place author user_id operator_id name key digest text files written_at');
SELECT keep_written('file', 'id', 'id name owner purpose type bytes sent_digest digest created_at erase_at erased_at');
SELECT keep_written('agreement_acceptance', 'user_id', 'user_id version lang accepted_at');
SELECT keep_written('disclosure_acceptance', 'user_id product version', 'user_id product version lang digest accepted_at');
SELECT keep_written('disclosure_text', 'digest', 'digest lines');
SELECT keep_written('wallet_address', 'id', 'id user_id currency network address label created_at usable_from removed_at');
SELECT keep_written('bank_card', 'id', 'id user_id payee_name payee_address bank_type bank_name account_number bank_address bank_country international_code aba_routing_number created_at usable_from removed_at');
SELECT keep_written('wallet_setting', 'user_id', 'user_id payee_hold held_until');
SELECT keep_written('wallet_network', 'currency network', 'currency network form address deposit withdraw updated_at');
SELECT keep_written('deposit_address', 'id', 'id currency network address added_at user_id assigned_at doubled');
SELECT keep_written('deposit_claim', 'id', 'id user_id network transaction_id file_id created_at');
SELECT keep_written('withdrawal_claim', 'id', 'id user_id network payee bank transaction_id created_at');
SELECT keep_written('app_user', 'id', 'id guest email phone verified password_hash nickname avatar country lang disabled disabled_reason real_name real_holder demo_holder invite_code guest_address_hash created_at advanced_name closed_at avatar_file disabled_ground disabled_at');
SELECT keep_written('verification', 'id', 'id user_id level state fields number_hash front back submitted_at deadline_at decided_at decided_by faults note revoked_at erased_at');
SELECT keep_written('user_totp', 'user_id', 'user_id secret begun_at confirmed_at');
SELECT keep_written('recovery_code', 'user_id code_hash', 'user_id code_hash used_at');
SELECT keep_written('passkey', 'id', 'id user_id operator_id credential_id handle public_key transports site name synced created_at');
SELECT keep_written('user_security', 'user_id', 'user_id word login_mail withdrawal_mail');
SELECT keep_written('session', 'id', 'id token_hash user_id realm device created_at ended_at signed_in_at');
SELECT keep_written('head_mail', 'id', 'id recipient locale origin token since');
SELECT keep_written('suspension_claim', 'id', 'id user_id kind reference asked_role confirmed_role made_at');
SELECT keep_written('account_freeze', 'id', 'id user_id ground reference placed_at lifted_at');
SELECT keep_written('operator', 'id', 'id name role password_hash totp_secret created_at disabled_at');
SELECT keep_written('operator_session', 'id', 'id token_hash operator_id created_at ended_at');
SELECT keep_written('operator_completion', 'subject', 'subject operator day worth');
SELECT keep_written('operator_alone', 'kind subject', 'kind subject operator time worth');
SELECT keep_written('proposal', 'id', 'id kind subject payload detail reason digest asked_by asked_at expires_at');
SELECT keep_written('proposal_decision', 'proposal', 'proposal approved decided_by decided_at reason');
SELECT keep_written('proposal_result', 'proposal', 'proposal failure time');
SELECT keep_written('reconciliation', 'id', 'id time stated_by approved_by reason lines');
SELECT keep_written('app_data', 'singleton', 'singleton fields updated_at');
SELECT keep_written('piece', 'id', 'id kind created_at shown_at');
SELECT keep_written('piece_version', 'id', 'id piece lang number title summary body author restored_from created_at');
SELECT keep_written('piece_release', 'id', 'id piece lang version at made_by made_at canceled_by canceled_at');
SELECT keep_written('piece_image', 'name', 'name file added_by added_at');
SELECT keep_written('piece_version_image', 'name version', 'version name');
SELECT keep_written('certificate', 'id', 'id name regulator number register_link image expires_at added_by added_at ended_by ended_reason ended_at');
SELECT keep_written('mining_draft', 'id', 'id realm body digest published written_by updated_at');
SELECT keep_written('wealth_draft', 'id', 'id kind body digest published written_by updated_at');
