-- What is announced to end in a market, and what was called off, go to the log of evidence as other terms do.
DROP INDEX audit_of_terms;
CREATE INDEX audit_of_terms ON audit (id)
  WHERE action IN ('feed_changed', 'network_changed', 'content_published', 'rules_noted', 'asset_stated',
    'announcing_began', 'end_announced', 'end_called_off');
CREATE INDEX audit_of_ends ON audit (id) WHERE action IN ('announcing_began', 'end_announced', 'end_called_off');
