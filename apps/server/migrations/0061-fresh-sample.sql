-- Whether every live source was heard within a second of a sample: options enter on such samples alone.
ALTER TABLE index_sample ADD COLUMN fresh boolean NOT NULL DEFAULT false;
