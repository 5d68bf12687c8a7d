import { type Kysely, sql } from 'kysely';

/**
 * What was said in calls is sought by any two neighbouring letters (decision 84). The index holds, for each call, the pairs of
 * signs in it, each with its merchant; nothing but the index stores them. Core's searchSaid makes the same pairs of what is
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
    -- Twice the same is one key of the index.
    create function said_pairs(merchant bigint, lines jsonb) returns bigint[] language sql immutable parallel safe cost 1000
    begin atomic
      select coalesce(array_agg((merchant << 32) | ((ascii(first)::bigint & 65535) << 16) | (ascii(second) & 65535)), '{}')
      from (select string_to_array(said(lines), null) as letters) whole, unnest(letters, letters[2:]) pair (first, second)
      where second is not null;
    end;
    create index call_transcript_said on call_transcript using gin (said_pairs(merchant_id, lines));
  `.execute(db);
};
