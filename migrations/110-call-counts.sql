-- Calls with a limit of their own, counted per call and network address over all processes (API-020). What a crash loses
-- is a minute of counting.
create unlogged table call_counts (
  key text primary key,
  count int not null,
  ends_at timestamptz not null
);
