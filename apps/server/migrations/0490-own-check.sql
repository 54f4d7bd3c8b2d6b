-- What the server checks of itself, with the time of the last check. A check of all that was signed adds up: one piece of
-- evidence that did not hold never comes right again. `detail` is for the operator; the public reads times and counts.
CREATE TABLE own_check (
  name text PRIMARY KEY,
  checked bigint NOT NULL,
  holds boolean NOT NULL,
  passed bigint NOT NULL,
  failed bigint NOT NULL,
  failed_last bigint,
  detail text NOT NULL
);
