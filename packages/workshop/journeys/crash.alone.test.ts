import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Crash, crash } from '../src/prove/crash.ts';
import { openDialplan } from '../src/prove/dialplan.ts';
import { type Ground, openGround } from '../src/prove/ground.ts';
import { type Judgement, judge } from '../src/prove/judge.ts';
import { approval } from '../src/prove/once/asked.ts';
import { recordings } from '../src/prove/once/keeping.ts';
import { die } from '../src/prove/once/once.ts';
import { openSite, type Site } from '../src/prove/once/site.ts';
import { points } from '../src/prove/points.ts';
import { townVoices } from './house/run-caches.ts';

/**
 * Nobody is called twice because a machine fell over. Each named crash point once, in one house, killing the process that
 * owns it; the tasks go on meanwhile, and are judged together at the end by what went over the wire (`npm run prove` does the
 * same with every process, and by chance).
 */
let ground: Ground;
const dialplan = openDialplan();
const crashes: Crash[] = [];
let judging: Promise<Judgement> | null = null;

beforeAll(async () => {
  ground = await openGround(townVoices === undefined ? {} : { cacheDir: townVoices });
}, 300_000);

afterAll(async () => {
  expect(await ground?.close()).toBe(0);
});

/** Once, after all deaths. */
const judgement = (): Promise<Judgement> => {
  judging ??= judge(
    ground,
    crashes.map(({ task }) => task.id),
    crashes,
  );
  return judging;
};

/** Every point with the process that owns it; and the death that surely leaves a dialog open. */
const deaths = [
  ...points.map(point => ({ point, victim: point.owner })),
  ...points.filter(({ name }) => name === 'in call').map(point => ({ point, victim: 'calls' as const })),
];

describe('a process is killed', () => {
  it.each(deaths.map(({ point, victim }) => [point.name, victim, point] as const))(
    '%s: %s',
    async (_, victim, point) => {
      crashes.push(await crash(ground, dialplan, { point, victim, cut: true }));
    },
  );
});

/** Of all of them (`npm run prove -- crash`) one that a person asks for, and one between the disk and the database. */
describe('what is done once is done once, though its process is killed at its commit', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite(ground);
  });
  it.each([approval, recordings].map(once => [once.name, once] as const))('%s', async (_, once) => {
    expect((await die(site, once, true)).violations).toEqual([]);
  });
});

describe('afterwards', () => {
  it('every task goes on by itself to its end; no number has more calls on the wire than attempts, and nothing is lost', async () => {
    expect(crashes.map(({ point }) => point)).toEqual(deaths.map(({ point }) => point.name));
    const { violations, callIds, numbers, attempts } = await judgement();
    expect(violations).toEqual([]);
    expect(numbers).toBe(crashes.reduce((sum, each) => sum + each.numbers.length, 0));
    expect(callIds).toBeLessThanOrEqual(attempts);
    expect(callIds).toBeGreaterThan(numbers / 2);
  }, 170_000);

  it('every dialog that was open got its BYE within five seconds of the restart', async () => {
    const { byeAfterOpenMs } = await judgement();
    expect(byeAfterOpenMs.length).toBeGreaterThan(0);
    expect(Math.max(...byeAfterOpenMs)).toBeLessThan(5_000);
  });

  it('what was pushed is in the records', async () => {
    await judgement();
    expect(ground.pushed.size).toBeGreaterThan(0);
  });
});
