-- Where assets of customers lie is stated in the audit log alone: what stands of it is the last entry of each place, and each
-- entry goes to the log of evidence as other terms do.
DROP INDEX audit_of_terms;
CREATE INDEX audit_of_terms ON audit (id)
  WHERE action IN ('feed_changed', 'network_changed', 'content_published', 'rules_noted', 'asset_stated');
CREATE INDEX audit_of_assets ON audit (id) WHERE action = 'asset_stated';
