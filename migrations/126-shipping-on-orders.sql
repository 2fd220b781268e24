-- What sending something costs is a line of the order (SHP-004), beside the line that it is sent for.
alter table order_items drop constraint order_items_kind_check;
alter table order_items add constraint order_items_kind_check
  check (kind in ('course', 'bundle', 'credits', 'subscription', 'shipping'));
-- The position of that line: its seats and its shipping go back together.
alter table order_items add column for_position smallint;
alter table order_items add foreign key (portal_id, order_id, for_position)
  references order_items (portal_id, order_id, position);
alter table order_items add check ((kind = 'shipping') = (for_position is not null));
