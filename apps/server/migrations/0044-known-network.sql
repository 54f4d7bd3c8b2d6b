-- Networks from which a person has signed in, as a keyed hash. While an account is being guessed from everywhere,
-- tries from these go on as ever: the owner is not kept out.
CREATE TABLE known_network (
  user_id bigint NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
  network bytea NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, network)
);
