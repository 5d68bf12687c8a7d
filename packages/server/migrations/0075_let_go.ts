import { type Kysely, sql } from 'kysely';

/** Who asked not to be called again and was let go with an apology (docs/calls.md#what-is-kept); earlier calls stay as they were filed. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    alter table call
      drop constraint call_ended_how_check,
      add constraint call_ended_how_check check (ended_how in ('midSentence', 'afterHearing', 'hungUp', 'noMoreCalls',
        'notUnderstood', 'silence', 'tooLong', 'gaveUp', 'planned', 'transferred', 'stopped'))`.execute(db);
};
