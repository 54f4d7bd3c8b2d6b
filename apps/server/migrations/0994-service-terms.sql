-- What is paid out to bank cards, and within how many hours an identity is reviewed; no row where neither was ever changed.
CREATE TABLE service_terms (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  card_currencies text[] NOT NULL,
  identity_hours int NOT NULL CHECK (identity_hours BETWEEN 1 AND 168)
);
SELECT keep_written('service_terms', 'singleton', 'singleton card_currencies identity_hours');
