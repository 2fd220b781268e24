-- What was bought, how it was paid and what came of it.

-- Numbers that run without a gap in each portal: they are taken in the transaction that writes the order or its invoice,
-- so that what rolls back takes none.
create table order_counters (
  portal_id bigint not null references portals,
  kind text not null check (kind in ('order', 'invoice')),
  last_number bigint not null,
  primary key (portal_id, kind)
);
select enable_tenant('order_counters');

-- Status: 1 pending, 2 cancelled, 3 completed, 4 failed, 5 processing, 6 refunded (ORD-006). `subtotal_cents` is the
-- price as the buyer saw it; tax comes from the provider with the payment. `checkout_id` is the provider's page.
create table orders (
  id bigint generated always as identity primary key,
  portal_id bigint not null references portals,
  number text not null,
  user_id bigint not null references users,
  type text not null check (type in (
    'course', 'bundle', 'subscription', 'partner-subscription', 'partner-subscription-credit', 'change-subscription',
    'credits-on-course', 'credits-on-portal', 'learner-reenroll')),
  status smallint not null default 1 check (status between 1 and 6),
  -- The role in which the buyer bought (ORD-044), and the address for mails about the order.
  buyer_role text not null,
  email text not null,
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
  -- Why it was cancelled or failed, in words for the buyer.
  reason text,
  dispute_status text check (dispute_status in ('open', 'won', 'lost')),
  dispute_fee_cents bigint not null default 0,
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
create index orders_waiting on orders (expires_at) where status = 1;
select enable_tenant('orders');
revoke delete on orders from portico_app;

-- The lines of an order with the prices of the moment it was made.
create table order_items (
  id bigint generated always as identity primary key,
  portal_id bigint not null,
  order_id bigint not null,
  position smallint not null,
  kind text not null check (kind in ('course', 'bundle', 'credits', 'subscription')),
  item_id bigint,
  title text not null,
  slug text,
  quantity int not null check (quantity between 1 and 9999),
  unit_price_cents int not null check (unit_price_cents >= 0),
  total_cents bigint not null check (total_cents = quantity::bigint * unit_price_cents),
  unique (portal_id, id),
  unique (portal_id, order_id, position),
  foreign key (portal_id, order_id) references orders (portal_id, id)
);
select enable_tenant('order_items');

-- The courses behind the lines, as they were when the order was made: a bundle that is changed later changes no order.
-- `outcome` is what the order gave for them: a seat for the buyer, or credits; general credits have no course.
create table order_courses (
  id bigint generated always as identity primary key,
  portal_id bigint not null,
  order_id bigint not null,
  order_item_id bigint not null,
  course_id bigint,
  seats int not null check (seats between 1 and 9999),
  outcome text check (outcome in ('enrolled', 'credits')),
  enrollment_id bigint,
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

-- Money that came, once for each payment of the provider.
create table payments (
  id bigint generated always as identity primary key,
  portal_id bigint not null,
  order_id bigint not null,
  payment_reference text not null unique,
  amount_cents bigint not null check (amount_cents > 0),
  tax_cents bigint not null default 0,
  -- What the provider keeps; null until it has been asked for.
  fee_cents bigint,
  platform_share_cents bigint not null default 0,
  paid_at timestamptz not null,
  unique (portal_id, id),
  foreign key (portal_id, order_id) references orders (portal_id, id)
);
create index payments_list on payments (portal_id, id desc);
create index payments_of_order on payments (portal_id, order_id);
select enable_tenant('payments');

-- Money that goes back. `is_full` says that nothing refundable is left afterwards; `credits` are the credits that were
-- taken back for it, so that they can be given again when the provider refuses.
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

-- Messages of the provider that have been handled; the second of the same id finds its row and does nothing (ORD-009).
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
