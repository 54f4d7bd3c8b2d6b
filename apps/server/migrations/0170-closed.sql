-- When its owner closed an account for good; it is disabled from then on, and its retention counts from here.
ALTER TABLE app_user ADD COLUMN closed_at timestamptz;
