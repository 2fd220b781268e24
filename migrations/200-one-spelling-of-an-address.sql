-- One mailbox is one person: addresses are kept in the form that src/kernel/email.ts makes (VAL-034). What was kept until
-- now may have a domain in Unicode, invisible characters or capitals.
create function ascii_label(label text) returns text language plpgsql immutable as $$
-- RFC 3492, section 6.3.
declare
  letters int[] := array(select ascii(letter) from regexp_split_to_table(label, '') as letter);
  coded text := array_to_string(array(select chr(code) from unnest(letters) as code where code < 128), '');
  plain int := length(coded);
  done int := plain;
  code int := 128;
  delta int := 0;
  bias int := 72;
  next int; letter int; rest int; k int; threshold int;
begin
  if plain = cardinality(letters) then return label; end if;
  if plain > 0 then coded := coded || '-'; end if;
  while done < cardinality(letters) loop
    select min(c) into next from unnest(letters) as c where c >= code;
    delta := delta + (next - code) * (done + 1);
    code := next;
    foreach letter in array letters loop
      if letter < code then delta := delta + 1; end if;
      if letter = code then
        rest := delta;
        k := 36;
        loop
          threshold := least(26, greatest(1, k - bias));
          exit when rest < threshold;
          coded := coded || substr('abcdefghijklmnopqrstuvwxyz0123456789', threshold + (rest - threshold) % (36 - threshold) + 1, 1);
          rest := (rest - threshold) / (36 - threshold);
          k := k + 36;
        end loop;
        coded := coded || substr('abcdefghijklmnopqrstuvwxyz0123456789', rest + 1, 1);
        delta := delta / case when done = plain then 700 else 2 end;
        delta := delta + delta / (done + 1);
        bias := 0;
        while delta > 455 loop
          delta := delta / 35;
          bias := bias + 36;
        end loop;
        bias := bias + 36 * delta / (delta + 38);
        delta := 0;
        done := done + 1;
      end if;
    end loop;
    delta := delta + 1;
    code := code + 1;
  end loop;
  return 'xn--' || coded;
end $$;

create function canonical_email(given text) returns text language sql immutable as $$
  select case when at = 0 then plain else left(plain, -at) || '@' ||
      (select string_agg(ascii_label(label), '.' order by place)
        from regexp_split_to_table(right(plain, at - 1), '\.') with ordinality as labels (label, place)) end
  from (select plain, strpos(reverse(plain), '@') as at from (select btrim(replace(lower(normalize(regexp_replace(given,
    '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U000e0000-\U000e0fff]',
    '', 'g'), nfkc) collate pg_c_utf8), '。', '.')) as plain) as folded) as parts
$$;

do $$
declare
  twins text;
begin
  select string_agg(ids, '; ') into twins from (
    select string_agg(id::text, ', ' order by id) as ids from users group by canonical_email(email) having count(*) > 1
  ) as groups;
  if twins is not null then
    raise exception 'Several people have the same e-mail address, spelled differently: users %', twins
      using hint = 'Nothing was changed. Change the address of all but one of them, or delete them, then start again.';
  end if;
end $$;

drop index users_email;
update users set email = canonical_email(email) where email <> canonical_email(email);
create unique index users_email on users (email);
alter table users add constraint users_email_canonical check (email ~ '^[!-@\[-~]+@[a-z0-9.-]+$');

alter table link_tokens no force row level security;
update link_tokens set email = canonical_email(email) where used_at is null and email <> canonical_email(email);
alter table link_tokens force row level security;

drop function canonical_email(text);
drop function ascii_label(text);
