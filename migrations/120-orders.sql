-- What was bought, how it was paid, and what came of it; the subscriptions of portals and partners; and printed things that are
-- shipped with courses and bundles (SHP-001).

-- The last order number and invoice number of a portal. Numbers have no gaps: they are taken in the transaction that
-- writes the order or invoice, so a rollback takes none.
create table order_counters (
  portal_id bigint not null references portals,
  kind text not null check (kind in ('order', 'invoice')),
  last_number bigint not null,
  primary key (portal_id, kind)
);
select enable_tenant('order_counters');

-- An order. Status: 1 pending, 2 canceled, 3 completed, 4 failed, 5 processing, 6 refunded (ORD-006). `subtotal_cents` is
-- the price that the buyer saw; the tax comes from the provider with the payment. `checkout_id` is the page of the
-- provider.
create table orders (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  number text not null,
  user_id bigint not null references users,
  type text not null check (type in (
    'course', 'bundle', 'subscription', 'partner-subscription', 'partner-subscription-credit', 'change-subscription',
    'credits-on-course', 'credits-on-portal', 'learner-reenroll')),
  status smallint not null default 1 check (status between 1 and 6),
  -- The role of the buyer at the time (ORD-044), and the address for mails about the order.
  buyer_role text not null,
  email text not null,
  -- The name of the buyer at the time of the order; the invoice keeps it.
  buyer_name text,
  has_made_account boolean not null default false,
  currency text not null default 'USD' check (currency = 'USD'),
  subtotal_cents bigint not null check (subtotal_cents >= 0),
  tax_cents bigint not null default 0 check (tax_cents >= 0),
  total_cents bigint not null check (total_cents = subtotal_cents + tax_cents),
  refunded_cents bigint not null default 0 check (refunded_cents >= 0),
  billing_address jsonb,
  shipping_address jsonb,
  terms_accepted_at timestamptz,
  success_url text,
  cancel_url text,
  checkout_id text,
  checkout_url text,
  payment_reference text,
  invoice_number text,
  -- Why it was canceled or failed, in words for the buyer.
  reason text,
  dispute_status text check (dispute_status in ('open', 'won', 'lost')),
  dispute_fee_cents bigint not null default 0,
  -- How much of the payment the bank of the buyer took back or may take back (ORD-048).
  disputed_cents bigint check (disputed_cents > 0),
  -- Decided with the order, so that the payment page opened for it is always the same.
  destination_account text,
  platform_share_cents bigint not null default 0 check (platform_share_cents >= 0),
  details jsonb not null default '{}',
  created_at timestamptz not null,
  expires_at timestamptz not null,
  paid_at timestamptz,
  completed_at timestamptz,
  cancelled_at timestamptz,
  check (refunded_cents <= total_cents),
  check (status <> 3 or completed_at is not null),
  unique (portal_id, id),
  unique (portal_id, number),
  unique (portal_id, invoice_number),
  unique (checkout_id)
);
create index orders_list on orders (portal_id, id desc);
create index orders_of_buyer on orders (portal_id, user_id, id desc);
create index orders_disputed on orders (portal_id) where dispute_status = 'open';
create index orders_waiting on orders (expires_at) where status = 1;
select enable_tenant('orders');
revoke delete on orders from portico_app;

-- The lines of an order, with the prices at the time of the order.
create table order_items (
  id bigint generated always as identity primary key,
  portal_id bigint not null,
  order_id bigint not null,
  position smallint not null,
  kind text not null check (kind in ('course', 'bundle', 'credits', 'subscription', 'shipping')),
  item_id bigint,
  -- A shipping line names the line that is shipped (SHP-004): its seats and its shipping are refunded together.
  for_position smallint,
  title text not null,
  slug text,
  quantity int not null check (quantity between 1 and 9999),
  unit_price_cents int not null check (unit_price_cents >= 0),
  total_cents bigint not null check (total_cents = quantity::bigint * unit_price_cents),
  check ((kind = 'shipping') = (for_position is not null)),
  unique (portal_id, id),
  unique (portal_id, order_id, position),
  foreign key (portal_id, order_id) references orders (portal_id, id),
  foreign key (portal_id, order_id, for_position) references order_items (portal_id, order_id, position)
);
select enable_tenant('order_items');

-- The courses behind the lines at the time of the order: changing a bundle later changes no order. `outcome` is what the
-- order gave for them: a seat for the buyer, or credits. General credits have no course.
create table order_courses (
  id bigint generated always as identity primary key,
  portal_id bigint not null,
  order_id bigint not null,
  order_item_id bigint not null,
  course_id bigint,
  -- The title of the course at the time of the order; the invoice keeps it (ORD-049).
  title text,
  seats int not null check (seats between 1 and 9999),
  outcome text check (outcome in ('enrolled', 'credits')),
  enrollment_id bigint,
  check ((course_id is null) = (title is null)),
  unique (portal_id, id),
  unique nulls not distinct (portal_id, order_item_id, course_id),
  foreign key (portal_id, order_id) references orders (portal_id, id),
  foreign key (portal_id, order_item_id) references order_items (portal_id, id),
  foreign key (portal_id, course_id) references courses (portal_id, id),
  foreign key (portal_id, enrollment_id) references enrollments (portal_id, id)
);
create index order_courses_order on order_courses (portal_id, order_id);
create index order_courses_course on order_courses (portal_id, course_id, order_id);
select enable_tenant('order_courses');

-- Money that came in, one row for each payment of the provider.
create table payments (
  id bigint generated always as identity primary key,
  portal_id bigint not null,
  order_id bigint not null,
  payment_reference text not null unique,
  amount_cents bigint not null check (amount_cents > 0),
  tax_cents bigint not null default 0,
  -- What the provider keeps; null until the sweep has asked for it.
  fee_cents bigint,
  platform_share_cents bigint not null default 0,
  paid_at timestamptz not null,
  unique (portal_id, id),
  foreign key (portal_id, order_id) references orders (portal_id, id)
);
create index payments_list on payments (portal_id, id desc);
create index payments_paid on payments (portal_id, paid_at);
create index payments_of_order on payments (portal_id, order_id);
create index payments_without_fee on payments (paid_at) where fee_cents is null;
select enable_tenant('payments');

-- Money that goes back. `is_full` means that nothing refundable is left afterwards; `credits` are the credits that were
-- taken back, so that they can be given again if the provider refuses.
create table refunds (
  id bigint generated always as identity primary key,
  portal_id bigint not null,
  order_id bigint not null,
  payment_reference text not null,
  amount_cents bigint not null check (amount_cents > 0),
  is_full boolean not null,
  origin text not null check (origin in ('request', 'late_payment', 'not_fulfilled', 'provider', 'dispute')),
  reason text,
  credits jsonb not null default '[]',
  status text not null default 'pending' check (status in ('pending', 'succeeded', 'failed')),
  error text,
  refund_reference text unique,
  -- Whether money taken back from a connected account was passed on to it again, after the provider reported a refund as
  -- failed that it had reported as succeeded (ORD-051).
  passed_on text check (passed_on in ('waits', 'done', 'refused')),
  user_id bigint references users,
  created_at timestamptz not null,
  settled_at timestamptz,
  unique (portal_id, id),
  foreign key (portal_id, order_id) references orders (portal_id, id)
);
create index refunds_list on refunds (portal_id, id desc);
create index refunds_of_order on refunds (portal_id, order_id);
-- A payment that could not be used goes back once, however often its message comes.
create unique index refunds_automatic on refunds (portal_id, payment_reference) where origin in ('late_payment', 'not_fulfilled');
select enable_tenant('refunds');

-- Chargebacks, one row for each at the provider; a payment may be charged back in several parts (ORD-048). The order has
-- their sum: open while one is open, lost if one was lost.
create table disputes (
  id bigint generated always as identity primary key,
  portal_id bigint not null,
  order_id bigint not null,
  payment_reference text not null,
  -- Its id at the provider; null until a message names it.
  dispute_reference text unique,
  status text not null check (status in ('open', 'won', 'lost')),
  -- Null if no amount is known: then it is over everything that refunds left.
  amount_cents bigint check (amount_cents > 0),
  fee_cents bigint not null check (fee_cents >= 0),
  created_at timestamptz not null,
  unique (portal_id, id),
  foreign key (portal_id, order_id) references orders (portal_id, id)
);
create index disputes_of_payment on disputes (portal_id, payment_reference);
create index disputes_of_order on disputes (portal_id, order_id);
create index disputes_open on disputes (payment_reference) where status = 'open';
select enable_tenant('disputes');

-- Messages of the provider that have been handled; the second message with the same id finds its row and does nothing
-- (ORD-009).
create table payment_messages (
  message_id text primary key,
  portal_id bigint not null references portals,
  order_id bigint,
  type text not null,
  result text not null,
  created_at timestamptz not null,
  foreign key (portal_id, order_id) references orders (portal_id, id)
);
create index payment_messages_order on payment_messages (portal_id, order_id);
select enable_tenant('payment_messages');

-- The accounts of portals and partner companies at the payment provider, which get the money of a sale.
create table payment_accounts (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  -- The partner company; null for the account of the portal.
  company_id bigint,
  account_id text not null unique,
  is_ready boolean not null default false,
  is_submitted boolean not null default false,
  open_requirements jsonb not null default '[]',
  -- When its owner took the platform's access back at the provider; it gets no money until it is connected again.
  disconnected_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (portal_id, id),
  foreign key (portal_id, company_id) references partner_companies (portal_id, id)
);
create unique index payment_accounts_owner on payment_accounts (portal_id, coalesce(company_id, 0));
select enable_tenant('payment_accounts');
revoke delete on payment_accounts from portico_app;

-- Prices, credits and trial of a plan; a running subscription keeps those it was bought with until its term ends.
create table subscription_plans (
  id bigint generated always as identity primary key,
  name text not null,
  short_name text not null unique
    check (short_name in ('enterprise', 'established', 'partner', 'promo', 'tier_2', 'tier_3', 'special')),
  audience text not null default 'portal' check (audience in ('portal', 'partner')),
  -- The price of a month for monthly payment, and of a whole year for annual payment.
  monthly_price_cents int not null check (monthly_price_cents >= 50),
  annual_price_cents int not null check (annual_price_cents >= 50),
  annual_credits int not null default 0 check (annual_credits >= 0),
  extra_credit_price_cents int not null default 100 check (extra_credit_price_cents >= 50),
  trial_days smallint not null default 0 check (trial_days between 0 and 90),
  is_listed boolean not null default true,
  sort_number int not null default 0
);

-- What portals and partner companies pay for the platform, in terms of 12 months. Status as ORD-027. A term runs from
-- `term_starts_at` to `ends_at`; `due_at` is the next installment (at `ends_at` the first one of the next term),
-- `next_payment_at` is when it is tried. `card_reference` is the payment whose card is charged.
create table subscriptions (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  -- The partner company; null for the subscription of the portal.
  company_id bigint,
  plan_id bigint not null references subscription_plans,
  period text not null check (period in ('monthly', 'annual')),
  status text not null check (status in ('trialing', 'active', 'past_due', 'canceled', 'unpaid', 'deleted')),
  user_id bigint references users,
  is_attached boolean not null default false,
  price_cents int not null check (price_cents >= 0),
  credits int not null default 0 check (credits >= 0),
  -- The price of more credits that this term was bought with (ORD-043).
  extra_credit_price_cents int not null check (extra_credit_price_cents >= 50),
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
  -- The order that started this term, and the portal where it was bought if the purchase created this portal.
  order_id bigint,
  order_portal_id bigint references portals,
  -- The state of a term that a refund ended, so that it continues as before if the refund fails (ORD-051).
  before_refund jsonb,
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

-- Attempts to collect an installment: one order for each, so that an interrupted attempt is continued and not repeated.
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

-- Things that can be shipped. Weights are in pounds, lengths in inches, as US carriers take them (CNT-015).
create table shippable_products (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  title text not null,
  weight double precision not null check (weight > 0),
  width double precision not null check (width > 0),
  height double precision not null check (height > 0),
  length double precision not null check (length > 0),
  value_cents int not null check (value_cents >= 0),
  -- A category of the shipping service, by its slug.
  category text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (portal_id, id)
);
create index shippable_products_title on shippable_products (portal_id, (title collate "C"), id);
select enable_tenant('shippable_products');

-- What is shipped to the buyer of a course or bundle (SHP-003, SHP-004). Deleting a product deletes its settings.
create table shipping_settings (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  course_id bigint,
  bundle_id bigint,
  option text not null check (option in ('none', 'delivery', 'signature', 'adult_signature')),
  shippable_product_id bigint,
  category text,
  carrier text,
  price_cents int not null default 0 check (price_cents >= 0),
  updated_at timestamptz not null default now(),
  unique (portal_id, id),
  unique (portal_id, course_id),
  unique (portal_id, bundle_id),
  check (num_nonnulls(course_id, bundle_id) = 1),
  check (option = 'none' or shippable_product_id is not null),
  foreign key (portal_id, course_id) references courses (portal_id, id) on delete cascade,
  foreign key (portal_id, bundle_id) references bundles (portal_id, id) on delete cascade,
  foreign key (portal_id, shippable_product_id) references shippable_products (portal_id, id) on delete cascade
);
create index shipping_settings_product on shipping_settings (portal_id, shippable_product_id);
select enable_tenant('shipping_settings');

-- What the shipping service offers a portal, kept for a day (SHP-006). `key_hash` tells for which key the answer was.
create table shipping_choices (
  portal_id bigint not null references portals,
  kind text not null check (kind in ('categories', 'carriers')),
  key_hash text not null,
  choices jsonb not null,
  fetched_at timestamptz not null,
  primary key (portal_id, kind)
);
select enable_tenant('shipping_choices');

-- Parcels. `uuid` is the name of a shipment at the service, so that one made there in an interrupted run is found again.
create table shipments (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  uuid uuid not null default uuidv7() unique,
  order_id bigint,
  user_id bigint not null references users,
  option text not null check (option in ('delivery', 'signature', 'adult_signature')),
  carrier text,
  carrier_name text,
  -- Null until somebody says where to send it.
  address jsonb,
  status text not null default 'NOT_STARTED' check (status in ('FAILED', 'PENDING', 'SUCCESS', 'TEMPORARY_FAILURE', 'NOT_STARTED')),
  carrier_text text,
  failures int not null default 0,
  service_id text,
  tracking_number text,
  tracking_url text,
  label_file text,
  error text,
  cancel_asked_at timestamptz,
  cancelled_at timestamptz,
  handed_over_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (portal_id, id),
  foreign key (portal_id, order_id) references orders (portal_id, id)
);
-- An order has one shipment, whatever is repeated; a canceled one makes room.
create unique index shipments_order on shipments (portal_id, order_id) where cancelled_at is null;
create index shipments_failed on shipments (portal_id) where status = 'FAILED' and cancelled_at is null;
create index shipments_list on shipments (portal_id, id desc);
select enable_tenant('shipments');
revoke delete on shipments from portico_app;

-- What is in the parcel, as of the time the shipment was made.
create table shipment_items (
  id bigint generated always as identity primary key,
  portal_id bigint not null,
  shipment_id bigint not null,
  title text not null,
  quantity int not null check (quantity between 1 and 9999),
  weight double precision not null,
  width double precision not null,
  height double precision not null,
  length double precision not null,
  value_cents int not null,
  category text not null,
  unique (portal_id, id),
  foreign key (portal_id, shipment_id) references shipments (portal_id, id)
);
create index shipment_items_shipment on shipment_items (portal_id, shipment_id);
select enable_tenant('shipment_items');
