import { until } from '../../../journeys/house/api.ts';
import { type Commit, comes, shutAtCommit } from '../gates.ts';
import { kill, type Victim } from '../victims.ts';
import type { Facts, Site } from './site.ts';

/**
 * Something that is done once: by who asks for it over HTTP, by a job, by the calls process. It is killed (`kill -9`) at one of
 * its commits, both ways: nothing of the transaction is kept, or all of it is and nobody heard so (decision 10). What must
 * come of it is written down by hand, as counts: what is missing was lost, what is more was done twice.
 */
export interface Once {
  readonly name: string;
  /** Whose death is proper here. */
  readonly owner: Victim;
  /** Makes what it is done to, anew for each death. */
  readonly ready: (site: Site) => Promise<ReadyOnce>;
}

export interface ReadyOnce {
  readonly commit: Commit;
  /** Asks for it; resolves when that is acknowledged. */
  readonly act: () => Promise<unknown>;
  /** How it stands: in plain SQL and on the disk, past all rules of the house. */
  readonly facts: () => Promise<Facts>;
  /** Of what the commit itself acknowledges to a person: how it stands when nothing of it was kept. */
  readonly before?: Facts;
  readonly after: Facts;
}

export interface Death {
  readonly once: string;
  readonly cut: boolean;
  /** From the kill until all of it stood. */
  readonly tookMs: number;
  readonly violations: readonly string[];
}

/** A commit of a dead process is over soon; the job is taken up again, or its next look comes. */
const AFTER_LIMIT_MS = 90_000;
const HOUSE_LIMIT_MS = 60_000;

const isSame = (one: Facts, other: Facts): boolean => JSON.stringify(one) === JSON.stringify(other);

export const die = async (site: Site, { name, owner, ready }: Once, cut: boolean): Promise<Death> => {
  await site.prove();
  const { commit, act, facts, before, after } = await ready(site);
  const what = `${name}, ${cut ? 'cut' : 'uncut'}`;
  const violations: string[] = [];
  const check = async (when: string, wanted: Facts): Promise<void> => {
    const seen = await facts();
    if (!isSame(seen, wanted))
      violations.push(`${what}: ${when} ${JSON.stringify(seen)}, not ${JSON.stringify(wanted)}`);
  };
  const gate = await shutAtCommit(site.direct, commit);
  try {
    const asked = act().then(
      () => true,
      () => false,
    );
    await gate.hit().catch(async error => {
      throw new Error(`${what}: ${String(error)}; it stands ${JSON.stringify(await facts())}`);
    });
    const { killedAt } = await kill(site, owner, () => gate.open(cut));
    await answers(site);
    if (before !== undefined) {
      if ((await asked) && cut) violations.push(`${what}: it was acknowledged before it was kept`);
      await check('right afterwards it stands', cut ? before : after);
      // Nobody answered: it is asked for again, and may be refused as done already.
      await act().catch(() => undefined);
    }
    await comes('its end', async () => (isSame(await facts(), after) ? true : null), AFTER_LIMIT_MS).catch(
      () => undefined,
    );
    const tookMs = Date.now() - killedAt;
    await idle(site);
    await check('at the end it stands', after);
    return { once: name, cut, tookMs, violations };
  } finally {
    await gate.open(true);
    await gate.remove();
  }
};

const answers = ({ house }: Site): Promise<true> =>
  until('an answer of the house', HOUSE_LIMIT_MS, async () => {
    const answer = await fetch(`${house.url}/readyz`).catch(() => null);
    return answer?.ok ? true : null;
  });

/** Nothing that was begun twice goes on. */
const idle = ({ direct }: Site): Promise<true> =>
  comes(
    'the end of all jobs',
    async () => {
      const busy = await direct.rows('select from graphile_worker.jobs where locked_at is not null');
      return busy.length === 0 ? true : null;
    },
    AFTER_LIMIT_MS,
  );
