-- Whose a payment is, how much it is and whether it was credited: another address or amount in it would credit somebody else.
SELECT keep_written('chain_payment', 'id',
  'id network transaction_id output currency address memo amount units confirmations height block removed sequence state reason user_id claim deposit key_time asker operator lost_at settled screened note seen_at updated_at');
