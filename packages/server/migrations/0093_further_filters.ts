import { type Kysely, sql } from 'kysely';

/**
 * What calls that are over are narrowed to beyond time, task and outcome, each in the list's order (0005): port, type of
 * customer, tags, and the place of the number, which is noted when the call is made. Hours, who hung up and lengths are found
 * along the list: each has a good part of it.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    alter table call add column province text not null default '', add column city text not null default '';

    -- As rooms/segments reads a number: its area code, or the range of its mobile number, the longest known.
    create function prefixes_of(phone text) returns text[] language sql immutable parallel safe
    begin atomic
      select case
        when phone ~ '^01[3-9][0-9]{9}$' then array[substr(phone, 2, 7), substr(phone, 2, 6), substr(phone, 2, 5),
          substr(phone, 2, 4), substr(phone, 2, 3)]
        when phone like '0%' then array[left(phone, 4), left(phone, 3)]
        when phone ~ '^1[0-9]{10}$' then array[left(phone, 7), left(phone, 6), left(phone, 5), left(phone, 4), left(phone, 3)]
        else '{}' end;
    end;
    create function note_place() returns trigger language plpgsql as $$ begin
      select province, city into new.province, new.city from phone_segment
      where prefix = any(prefixes_of(new.phone)) order by length(prefix) desc limit 1;
      new.province := coalesce(new.province, '');
      new.city := coalesce(new.city, '');
      return new;
    end $$;
    create trigger call_place before insert on call for each row execute function note_place();

    update call set province = place.province, city = place.city
    from (select phone, found.province, found.city from (select distinct phone from call) known
      cross join lateral (select province, city from phone_segment where prefix = any(prefixes_of(known.phone))
        order by length(prefix) desc limit 1) found) place
    where call.phone = place.phone;

    create index call_by_port on call (merchant_id, port_id, listed_at desc, id desc)
      where stage = 'ended' and port_id is not null;
    create index call_by_type on call (merchant_id, customer_type, listed_at desc, id desc)
      where stage = 'ended' and customer_type is not null;
    create index call_tagged on call (merchant_id, listed_at desc, id desc) where stage = 'ended' and tags <> '{}';
    create index call_by_province on call (merchant_id, province, listed_at desc, id desc)
      where stage = 'ended' and province <> '';
    create index call_by_city on call (merchant_id, city, listed_at desc, id desc) where stage = 'ended' and city <> '';
  `.execute(db);
};
