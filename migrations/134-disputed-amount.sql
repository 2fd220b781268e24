-- How much of a payment the buyer's bank has taken back or may take back: it may be less than the whole (ORD-048).
-- Chargebacks from before were over whatever refunds had left, which null says.
alter table orders add column disputed_cents bigint check (disputed_cents > 0);
