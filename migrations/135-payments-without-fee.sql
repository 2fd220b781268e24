-- The sweep asks for the fees that are not known yet; they are few among all payments.
create index payments_without_fee on payments (paid_at) where fee_cents is null;
