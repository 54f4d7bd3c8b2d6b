-- When a check of the server of itself began to fail, and when it held again: for good, so that no failure is forgotten.
CREATE TABLE own_check_failure (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  began bigint NOT NULL,
  ended bigint
);
CREATE UNIQUE INDEX own_check_failure_open ON own_check_failure (name) WHERE ended IS NULL;

CREATE FUNCTION own_check_failure_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.ended IS NULL AND NEW.ended IS NOT NULL AND ROW(NEW.id, NEW.name, NEW.began)
    IS NOT DISTINCT FROM ROW(OLD.id, OLD.name, OLD.began) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'a failure is never forgotten';
END $$;
CREATE TRIGGER own_check_failure_append_only BEFORE UPDATE OR DELETE ON own_check_failure
  FOR EACH ROW EXECUTE FUNCTION own_check_failure_is_kept();
