-- Of one whose price follows the index: its rate (1e-9), and the farthest index (tenths of a tick) that it had seen when it was
-- placed, or when it let go.
ALTER TABLE spot_conditional
  ADD COLUMN trail_rate bigint,
  ADD COLUMN extreme_tenths bigint;
