-- A hold on new payees that was switched off goes on until then: who may end it could save an address next.
ALTER TABLE wallet_setting ADD COLUMN held_until timestamptz;
