-- One address has one key, however it is written: hex (EIP-55) and bech32 mean the same in either case, base58 does not.
CREATE FUNCTION address_key(address text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN address ~ '^0[xX][0-9a-fA-F]{40}$' OR address ~ '^bc1[02-9ac-hj-np-z]+$' OR address ~ '^BC1[02-9AC-HJ-NP-Z]+$'
    THEN lower(address) ELSE address END
$$;

-- An address that stands in store twice, or is a network's shared one: nobody is given it any more, and who was given it
-- is given another. The oldest row keeps it.
ALTER TABLE deposit_address DISABLE TRIGGER deposit_address_for_good;
ALTER TABLE deposit_address ADD COLUMN doubled boolean NOT NULL DEFAULT false;
UPDATE deposit_address AS d SET doubled = true
WHERE EXISTS (SELECT 1 FROM deposit_address AS o WHERE address_key(o.address) = address_key(d.address)
    AND (coalesce(o.assigned_at, 'infinity'), o.id) < (coalesce(d.assigned_at, 'infinity'), d.id) AND o.id <> d.id)
  OR EXISTS (SELECT 1 FROM wallet_network AS n WHERE address_key(n.address) = address_key(d.address));
ALTER TABLE deposit_address DROP CONSTRAINT deposit_address_address_key;
UPDATE deposit_address SET address = lower(address) WHERE address ~ '^BC1[02-9AC-HJ-NP-Z]+$';
ALTER TABLE deposit_address ENABLE TRIGGER deposit_address_for_good;
CREATE UNIQUE INDEX deposit_address_key ON deposit_address (address_key(address)) WHERE NOT doubled;
CREATE INDEX deposit_address_any_key ON deposit_address (address_key(address));
DROP INDEX deposit_address_own;
CREATE UNIQUE INDEX deposit_address_own ON deposit_address (user_id, currency, network)
  WHERE user_id IS NOT NULL AND NOT doubled;

UPDATE wallet_network SET address = lower(address) WHERE address ~ '^BC1[02-9AC-HJ-NP-Z]+$';

-- Of a person's equal addresses the oldest stays.
DROP INDEX wallet_address_own;
UPDATE wallet_address AS a SET removed_at = now() WHERE removed_at IS NULL AND EXISTS (
  SELECT 1 FROM wallet_address AS o WHERE o.removed_at IS NULL AND o.id < a.id AND o.user_id = a.user_id
    AND o.currency = a.currency AND o.network = a.network AND address_key(o.address) = address_key(a.address));
UPDATE wallet_address SET address = lower(address) WHERE address ~ '^BC1[02-9AC-HJ-NP-Z]+$';
CREATE UNIQUE INDEX wallet_address_own ON wallet_address (user_id, currency, network, address_key(address))
  WHERE removed_at IS NULL;
