import type { DirectDatabase } from './database.ts';

/**
 * Places in the database where a process can be made to stand still: a trigger that takes a shared advisory lock, which
 * costs next to nothing until somebody holds the lock alone. That the process really stands there is seen in
 * `pg_locks`, not believed.
 */
const gates = {
  /** The dialler takes a call: the runner's transaction is committed, the row says `placed`. */
  claim: {
    number: 1,
    when: "before update on call for each row when (old.stage = 'placed' and new.stage = 'dialling')",
  },
  /** Inside the transaction that ends a call, after the record was written. */
  settle: { number: 2, when: "before update on callee for each row when (old.state = 'calling')" },
  /** Numbers of a chunk are written. */
  import: { number: 3, when: 'before insert on callee for each row' },
  /** A step of an export is about to be committed. */
  export: {
    number: 4,
    when: 'before update on batch for each row when (old.type = 1 and old.cursor is distinct from new.cursor)',
  },
} as const;
export type GateName = keyof typeof gates;

/** Beside every lock of the house itself. */
const CLASS = 7_031;
const HIT_LIMIT_MS = 30_000;
const LOOK_MS = 20;

export const buildGates = async (direct: DirectDatabase): Promise<void> => {
  await direct.rows(`
    create or replace function prove_gate() returns trigger language plpgsql as $$ begin
      perform pg_advisory_xact_lock_shared(${CLASS}, tg_argv[0]::int);
      return new;
    end $$`);
  for (const [name, { number, when }] of Object.entries(gates))
    await direct.rows(`create trigger prove_${name} ${when} execute function prove_gate('${number}')`);
};

/** A gate that is shut: whoever comes by waits. */
interface ShutGate {
  /** Resolves when somebody stands at it. */
  readonly hit: () => Promise<void>;
  /** With `cut` who waits loses its connection first, as when its machine is gone: what it asked for is not done. */
  readonly open: (cut: boolean) => Promise<void>;
}

export const shutGate = (direct: DirectDatabase, name: GateName): Promise<ShutGate> =>
  shut(direct, gates[name].number, name);

/** The row by which a transaction is known: `insert on audit`, and which. */
export interface Commit {
  readonly of: `${'insert' | 'update' | 'delete'} on ${string}`;
  readonly when: string;
}
/** There is one at a time. */
const AT_COMMIT = 5;

/**
 * The last step of a transaction that writes such a row: all of it is done, and nothing of it is there yet for others. Opened
 * with a cut nothing of it ever will be; opened without, all of it is, and who asked for it never heard so.
 */
export const shutAtCommit = async (
  direct: DirectDatabase,
  { of, when }: Commit,
): Promise<ShutGate & { readonly remove: () => Promise<void> }> => {
  const table = of.split(' ').at(-1);
  const remove = async () => void (await direct.rows(`drop trigger if exists prove_commit on ${table}`));
  await remove();
  await direct.rows(`create constraint trigger prove_commit after ${of} deferrable initially deferred
    for each row when (${when}) execute function prove_gate('${AT_COMMIT}')`);
  return { ...(await shut(direct, AT_COMMIT, `a commit of ${of}`)), remove };
};

const shut = async (direct: DirectDatabase, number: number, name: string): Promise<ShutGate> => {
  const letGo = await direct.holding(`select pg_advisory_lock(${CLASS}, ${number})`);
  const waiting = () =>
    direct.rows<{ pid: number }>(
      `select pid from pg_locks where locktype = 'advisory' and classid = ${CLASS} and objid = ${number} and not granted`,
    );
  return {
    hit: async () => void (await comes(`anybody at the gate ${name}`, async () => (await waiting())[0] ?? null)),
    open: async cut => {
      if (cut) for (const { pid } of await waiting()) await direct.rows('select pg_terminate_backend($1)', [pid]);
      letGo();
    },
  };
};

/** The last check before an INVITE (attempts/last-check.store.ts) reads a list that cannot be read until it is opened. */
export const shutLastCheck = async (direct: DirectDatabase): Promise<ShutGate> => {
  const letGo = await direct.holding('begin; lock table whitelist in access exclusive mode');
  const waiting = () =>
    direct.rows<{ pid: number }>(
      `select l.pid from pg_locks l join pg_stat_activity a on a.pid = l.pid
       where l.relation = 'whitelist'::regclass and not l.granted and a.query like '%hang_up_wanted_at is not null as is_hung_up%'`,
    );
  return {
    hit: async () => void (await comes('a call at its last check', async () => (await waiting())[0] ?? null)),
    open: async () => letGo(),
  };
};

/** Asks until there is an answer; the limit is told with what was waited for. */
export const comes = async <T>(what: string, ask: () => Promise<T | null>, limitMs = HIT_LIMIT_MS): Promise<T> => {
  const until = performance.now() + limitMs;
  for (;;) {
    const found = await ask();
    if (found !== null) return found;
    if (performance.now() > until) throw new Error(`there was not ${what} within ${limitMs} ms`);
    await new Promise(resolve => setTimeout(resolve, LOOK_MS));
  }
};
