-- What somebody says whom an operator's link has brought in, until another operator than the one who saw the link has
-- heard it from them: they can't sign in before. And of which approved invitation a link is, which is made for its asker once.
ALTER TABLE operator ADD COLUMN spoken_code text;
ALTER TABLE operator_link ADD COLUMN proposal bigint UNIQUE REFERENCES proposal (id);
SELECT keep_written('operator', 'id', 'id name role password_hash totp_secret created_at disabled_at spoken_code');
SELECT keep_written('operator_link', 'token_hash', 'token_hash role created_at expires_at used_at proposal');
