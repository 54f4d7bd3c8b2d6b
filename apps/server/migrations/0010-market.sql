-- Finished candles, for charts that reach further back than memory. A finished candle never changes, so rows are only
-- ever inserted; `kind` keeps what is simulated apart from what happened. Figures are exact decimals, so that a
-- change of a market's tick leaves history as it was.
CREATE TABLE candle (
  kind text NOT NULL CHECK (kind IN ('live', 'replay', 'simulated')),
  symbol text NOT NULL,
  resolution text NOT NULL CHECK (resolution IN ('1m', '5m', '15m', '30m', '1h', '4h', '1D', '1W')),
  open_time bigint NOT NULL,
  open numeric NOT NULL CHECK (open > 0),
  high numeric NOT NULL CHECK (high >= open AND high >= close),
  low numeric NOT NULL CHECK (low > 0 AND low <= open AND low <= close),
  close numeric NOT NULL,
  volume numeric NOT NULL CHECK (volume >= 0),
  turnover numeric NOT NULL CHECK (turnover >= 0),
  source text NOT NULL,
  PRIMARY KEY (kind, symbol, resolution, open_time)
);

-- What the market room must know again after a restart: which kind of prices it shows, and where the simulated path
-- stands. A few rows, one for each name.
CREATE TABLE market_kept (
  name text PRIMARY KEY,
  value jsonb NOT NULL,
  kept_at timestamptz NOT NULL DEFAULT now()
);
