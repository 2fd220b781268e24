-- What portals and partner companies pay for the platform: plans, terms of 12 months, their instalments.

-- Prices, credits and trial of a plan; a running subscription keeps those it was bought with until its term ends.
create table subscription_plans (
  id bigint generated always as identity primary key,
  name text not null,
  short_name text not null unique
    check (short_name in ('enterprise', 'established', 'partner', 'promo', 'tier_2', 'tier_3', 'special')),
  audience text not null default 'portal' check (audience in ('portal', 'partner')),
  -- A month of the monthly period, and a whole year of the annual one.
  monthly_price_cents int not null check (monthly_price_cents >= 50),
  annual_price_cents int not null check (annual_price_cents >= 50),
  annual_credits int not null default 0 check (annual_credits >= 0),
  extra_credit_price_cents int not null default 100 check (extra_credit_price_cents >= 50),
  trial_days smallint not null default 0 check (trial_days between 0 and 90),
  is_listed boolean not null default true,
  sort_number int not null default 0
);

-- Status as ORD-027. A term runs from `term_starts_at` to `ends_at`; `due_at` is the next instalment (at `ends_at` the
-- first of the next term), `next_payment_at` when it is tried. `card_reference` is the payment whose card is charged.
create table subscriptions (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  -- A partner's own subscription; null for the portal's.
  company_id bigint,
  plan_id bigint not null references subscription_plans,
  period text not null check (period in ('monthly', 'annual')),
  status text not null check (status in ('trialing', 'active', 'past_due', 'canceled', 'unpaid', 'deleted')),
  user_id bigint references users,
  is_attached boolean not null default false,
  price_cents int not null check (price_cents >= 0),
  credits int not null default 0 check (credits >= 0),
  term_starts_at timestamptz not null,
  ends_at timestamptz not null,
  instalments_paid smallint not null default 0 check (instalments_paid between 0 and 12),
  due_at timestamptz,
  next_payment_at timestamptz,
  failed_payments smallint not null default 0,
  past_due_at timestamptz,
  card_reference text,
  -- The change that takes effect with the next term (ORD-036).
  next_plan_id bigint references subscription_plans,
  next_period text check (next_period in ('monthly', 'annual')),
  -- The order that started this term, and its portal: the one that was bought on, for a portal made by the purchase.
  order_id bigint,
  order_portal_id bigint references portals,
  cancelled_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (ends_at >= term_starts_at),
  check ((next_plan_id is null) = (next_period is null)),
  unique (portal_id, id),
  foreign key (portal_id, company_id) references partner_companies (portal_id, id),
  foreign key (order_portal_id, order_id) references orders (portal_id, id)
);
create unique index subscriptions_one_running on subscriptions (portal_id, coalesce(company_id, 0)) where status <> 'deleted';
create index subscriptions_list on subscriptions (id desc);
create index subscriptions_of_portal on subscriptions (portal_id, id desc);
create index subscriptions_of_order on subscriptions (order_portal_id, order_id);
create index subscriptions_due on subscriptions (next_payment_at) where next_payment_at is not null and status <> 'deleted';
select enable_tenant('subscriptions');
revoke delete on subscriptions from portico_app;

-- Tries to collect an instalment: one order for each, so that a try that was cut short is gone on with and not repeated.
create table subscription_payments (
  portal_id bigint not null,
  subscription_id bigint not null,
  due_at timestamptz not null,
  attempt smallint not null check (attempt > 0),
  order_id bigint not null,
  created_at timestamptz not null,
  primary key (portal_id, subscription_id, due_at, attempt),
  unique (portal_id, order_id),
  foreign key (portal_id, subscription_id) references subscriptions (portal_id, id),
  foreign key (portal_id, order_id) references orders (portal_id, id)
);
select enable_tenant('subscription_payments');

-- Until when the portal's subscription gives access (ORD-031), null without one; kept by the slice of subscriptions.
alter table portals add column subscribed_until timestamptz;
