-- A running term keeps the price of further credits it was bought with, like its price and its credits (ORD-043).
alter table subscriptions add column extra_credit_price_cents int check (extra_credit_price_cents >= 50);
-- The tenant wall shows its owner no row.
alter table subscriptions no force row level security;
update subscriptions s set extra_credit_price_cents = p.extra_credit_price_cents
  from subscription_plans p where p.id = s.plan_id;
alter table subscriptions
  force row level security,
  alter column extra_credit_price_cents set not null;
