-- Customer accounts of people who work at the desk. While one is tagged, it takes no new risk with real money, and everyone
-- reads how much such accounts have traded.
CREATE TABLE staff_account (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES app_user (id),
  operator bigint NOT NULL REFERENCES operator (id),
  since bigint NOT NULL,
  ended bigint CHECK (ended >= since)
);
CREATE UNIQUE INDEX staff_account_now ON staff_account (user_id) WHERE ended IS NULL;
CREATE INDEX staff_account_operator ON staff_account (operator);

-- Who has said that they have no account here, and when last.
CREATE TABLE staff_declaration (
  operator bigint PRIMARY KEY REFERENCES operator (id),
  declared bigint NOT NULL
);

-- Whether a person works at the desk now, by an account of theirs that is tagged: a disabled operator sees nothing any more.
CREATE FUNCTION is_staff(person bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT 1 FROM staff_account AS s JOIN operator AS o ON o.id = s.operator
    WHERE s.user_id = person AND s.ended IS NULL AND o.disabled_at IS NULL)
$$;
