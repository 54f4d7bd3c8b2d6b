-- Deposit addresses that operators have put in store, each given to one person for good.
CREATE TABLE deposit_address (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  currency text NOT NULL,
  network text NOT NULL,
  address text NOT NULL UNIQUE,
  added_at timestamptz NOT NULL DEFAULT now(),
  -- Not a reference: an address stays its person's even where that person is erased, and is nobody else's ever.
  user_id bigint,
  assigned_at timestamptz,
  FOREIGN KEY (currency, network) REFERENCES wallet_network (currency, network),
  CHECK ((user_id IS NULL) = (assigned_at IS NULL))
);
CREATE UNIQUE INDEX deposit_address_own ON deposit_address (user_id, currency, network) WHERE user_id IS NOT NULL;
CREATE INDEX deposit_address_free ON deposit_address (currency, network, id) WHERE user_id IS NULL;

CREATE FUNCTION deposit_address_is_for_good() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.user_id IS NOT NULL OR NEW.address <> OLD.address THEN
    RAISE EXCEPTION 'a deposit address is one person''s for good';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER deposit_address_for_good BEFORE UPDATE OR DELETE ON deposit_address
  FOR EACH ROW EXECUTE FUNCTION deposit_address_is_for_good();
