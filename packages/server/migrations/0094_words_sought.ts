import { type Kysely, sql } from 'kysely';

/**
 * What was said in calls is sought by any two neighbouring letters (decision 84). The index holds, for each call, the pairs of
 * letters in it, each with its merchant; nothing but the index stores them. Core's searchSaid makes the same pairs of what is
 * sought.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    -- All that was said, a line each, folded as core folds what is sought.
    create function said(lines jsonb) returns text language sql immutable parallel safe
    begin atomic
      select coalesce(lower(normalize(string_agg(line.value->>'text', chr(10) order by line.ordinality), NFKC) collate "C"), '')
      from jsonb_array_elements(lines) with ordinality line;
    end;
    create function is_letter(code bigint) returns boolean language sql immutable parallel safe
    return code between 48 and 57 or code between 97 and 122 or code between 192 and 8191 or code >= 12352;
    create function said_pairs(merchant bigint, lines jsonb) returns bigint[] language sql immutable parallel safe
    begin atomic
      select coalesce(array_agg(distinct (merchant << 32) | (first << 16) | second), '{}')
      from (
        select code as first, lead(code) over (order by n) as second
        from (select ascii(letter)::bigint & 65535 as code, n
          from string_to_table(said(lines), null) with ordinality each (letter, n)) letters
      ) pairs
      where is_letter(first) and is_letter(second);
    end;
    create index call_transcript_said on call_transcript using gin (said_pairs(merchant_id, lines));
  `.execute(db);
};
