-- The desk's exposure adds up the fills of a day. Fills are written in the order of their time, so that a block range
-- index finds the day at almost no cost to the projector.
CREATE INDEX spot_fill_time ON spot_fill USING brin (time);

-- A reading that repeats an operator's last one of its kind is noted once in a while: the last one is looked up.
CREATE INDEX audit_reading ON audit (actor, action, id DESC);
DROP INDEX audit_actor;
