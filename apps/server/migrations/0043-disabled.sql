-- Each start compares whom operators have disabled with whom the engine knows as disabled: few among many.
CREATE INDEX app_user_disabled ON app_user (id) WHERE disabled;
CREATE INDEX holder_disabled ON holder (holder) WHERE disabled;
