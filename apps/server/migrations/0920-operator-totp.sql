-- The secrets of operators' authenticator apps lie sealed under the installation's key, as people's do: the server seals, at its
-- next start, what stands here in clear. One whose first code is still to come is begun anew.
ALTER TABLE operator ALTER COLUMN totp_secret TYPE bytea USING convert_to(totp_secret, 'UTF8');
UPDATE operator SET totp_next = NULL, totp_next_session = NULL, totp_next_at = NULL;
ALTER TABLE operator ALTER COLUMN totp_next TYPE bytea USING convert_to(totp_next, 'UTF8');
-- What a link offers is made of its token, which is nowhere here, under a key that is not here either.
ALTER TABLE operator_link DROP COLUMN totp_secret;

SELECT keep_written('operator', 'id', 'id name role password_hash totp_secret created_at disabled_at');
