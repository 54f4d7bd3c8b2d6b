-- Used keys are taken out once nobody may send them again; what is oldest is found by its time.
CREATE INDEX used_key_time ON used_key (time);
