-- Keys of outside services, and printed things that are shipped with courses and bundles (SHP).

-- The keys of one portal for one outside service (INT-006). `secrets` is sealed with a key from the configuration;
-- `settings` has what may be shown, including the last characters of each secret.
create table integrations (
  portal_id bigint not null references portals,
  service text not null check (service in ('cloud_scorm', 'easyship', 'twilio')),
  settings jsonb not null default '{}',
  secrets bytea not null,
  updated_at timestamptz not null default now(),
  updated_by bigint references users,
  primary key (portal_id, service)
);
select enable_tenant('integrations');

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
