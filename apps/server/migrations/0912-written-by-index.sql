-- A table's name is compared byte for byte (collation "C"), and a function that is given one compares so too: no index of the log
-- is in that order, and each row that was written read the whole log. Given in the order of texts, it goes by the index.
CREATE OR REPLACE FUNCTION keep_row() RETURNS trigger LANGUAGE plpgsql SET timezone TO 'UTC' SET bytea_output TO 'hex' AS $$
DECLARE
  source text := TG_TABLE_NAME::text COLLATE "default";
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
    PERFORM hold_written(source COLLATE "default", item_then, said_then);
  END IF;
  IF item_then <> item_now OR item_now IS NULL THEN
    PERFORM note_written(source COLLATE "default", item_then, 2, NULL);
  END IF;
  IF item_now IS NOT NULL AND (item_then IS NULL OR item_then <> item_now) THEN
    PERFORM hold_written(source COLLATE "default", item_now, NULL);
    PERFORM note_written(source COLLATE "default", item_now, 0, said_now);
  ELSIF item_now IS NOT NULL THEN
    PERFORM note_written(source COLLATE "default", item_now, 1, said_now);
  END IF;
  RETURN NULL;
END $$;

-- A session keeps the plans of these functions: one that was made while the log was short would read all of it later.
ALTER FUNCTION note_written(text, text, int, text) SET enable_seqscan TO off;
ALTER FUNCTION hold_written(text, text, text) SET enable_seqscan TO off;
