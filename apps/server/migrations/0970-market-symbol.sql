-- What a market is beyond its terms in the exchange: whence its price comes, and what moves it where prices are made up.
-- The server fills it once with the markets that it ships with; operators list others.
CREATE TABLE market_symbol (
  code text PRIMARY KEY,
  -- its number in the exchange; null from its approval until the exchange has listed it
  listing integer,
  base text NOT NULL,
  quote text NOT NULL,
  price_decimals integer NOT NULL CHECK (price_decimals BETWEEN 0 AND 8),
  quantity_decimals integer NOT NULL CHECK (quantity_decimals BETWEEN 0 AND 8),
  jump_permille integer NOT NULL CHECK (jump_permille BETWEEN 1 AND 1000),
  -- each venue's names for it, and what it is quoted in there
  sources jsonb NOT NULL CHECK (jsonb_array_length(sources) > 0),
  -- parameters of a random process, not money
  simulation jsonb NOT NULL
);
CREATE UNIQUE INDEX market_symbol_listing ON market_symbol (listing);
-- another venue's name in it would make prices of another thing
SELECT keep_written('market_symbol', 'code',
  'code listing base quote price_decimals quantity_decimals jump_permille sources simulation');

-- How a currency is called; one without a name shows its code.
CREATE TABLE coin_name (
  code text PRIMARY KEY,
  name text NOT NULL
);
