import { endpoints } from '@lianxian/contract';
import { describe, expect, it } from 'vitest';
import { openFarEnd } from '../../interop/far-end.ts';
import { type SippCarrier, sippIsThere, startSipp } from '../../interop/sipp.ts';
import { type DirectDatabase, openDirect } from '../../src/prove/database.ts';
import { openDialplan } from '../../src/prove/dialplan.ts';
import { type Api, demoOwnerOf, until } from '../house/api.ts';
import { saveLine } from '../house/calls.ts';
import { openColleague } from '../house/merchants.ts';
import { draftTask, recordsOf, startTask } from '../house/tasks.ts';
import { type Figures, type Page, pageNames, pagesOf, plainSql, type Watched } from './figures.ts';
import type { Ground } from './ground.ts';

/**
 * What five pages say of a task while it runs — board, list, home, report, gateway monitor — beside plain SQL over its
 * numbers and calls. The task has answers, failures, redials, a level somebody corrects, and a line whose far end goes and
 * comes back elsewhere.
 */
export interface TrueFigures {
  readonly looks: readonly PageLook[];
  readonly samples: readonly Look[];
}
/** Figures as they stood between these two moments (ms, monotonic). */
interface Look {
  readonly from: number;
  readonly to: number;
  readonly figures: Figures;
}
interface PageLook extends Look {
  readonly page: Page;
}
const TASK_LIMIT_MS = 180_000;
/** A page may show what was true so long ago. */
const OLD_MS = 1_000;
const SAMPLE_EVERY_MS = 100;
const LOOK_EVERY_MS = 1_000;
const ANSWERED_BEFORE_DEATH = 3;
/** More than are carried: the line rests after five refused in a row, and is tried by one call then. */
const BEYOND_TOWN = 14;
const LEAST_LOOKS = 5;

const sampleOf = async (direct: DirectDatabase, { taskId, lineId }: Watched): Promise<Look> => {
  const from = performance.now();
  const [row] = await direct.rows<{ figures: Record<string, number | null> }>(plainSql, [taskId, lineId]);
  const figures = Object.fromEntries(Object.entries(row?.figures ?? {}).map(([name, value]) => [name, value ?? 0]));
  return { from, to: performance.now(), figures };
};

const every = async (ms: number, isOver: () => boolean, work: () => Promise<void>): Promise<void> => {
  while (!isOver()) {
    const next = performance.now() + ms;
    await work();
    await new Promise(resolve => setTimeout(resolve, Math.max(0, next - performance.now())));
  }
};

interface Watch extends TrueFigures {
  /** As plain SQL saw it last. */
  readonly now: () => Figures;
  /** Once more at each page, and no more. */
  readonly end: () => Promise<void>;
}

/** Each page once a second, plain SQL ten times as often. */
const watch = (api: Api, watched: Watched, direct: DirectDatabase): Watch => {
  const [samples, looks]: [Look[], PageLook[]] = [[], []];
  const pages = pagesOf(api, watched);
  let isOver = false;
  const sample = async () => {
    samples.push(await sampleOf(direct, watched));
  };
  const lookAt = (page: Page) => async () => {
    const from = performance.now();
    looks.push({ page, from, figures: await pages[page](), to: performance.now() });
  };
  const over = () => isOver;
  const all = Promise.all([
    every(SAMPLE_EVERY_MS, over, sample),
    ...pageNames.map(page => every(LOOK_EVERY_MS, over, lookAt(page))),
  ]);
  all.catch(() => undefined);
  return {
    samples,
    looks,
    now: () => samples.at(-1)?.figures ?? {},
    end: async () => {
      await Promise.all(pageNames.map(page => lookAt(page)()));
      await sample();
      isOver = true;
      await all;
    },
  };
};

const LINE = { name: '会断的线路', callerNumber: '02100000000', channels: 2 };
const town = ['占线', '听一半', '好说话', '占线', '不需要', '听一半', '拒接', '好说话', '占线'];

/** Numbers of the town and of the line; busy ones are called twice. */
const draft = async ({ api }: Ground, lineId: string): Promise<string> => {
  const { list } = await api.call(endpoints.port.list, { limit: 100 });
  const own = list.find(port => port.lineId === lineId)?.id ?? '';
  const practice = list.find(port => port.practice)?.id ?? '';
  const beyond = Array.from({ length: BEYOND_TOWN }, (_, n) => `137123900${String(n).padStart(2, '0')}`);
  return draftTask(api, [...beyond, ...openDialplan().take(...town)], {
    name: '每秒对账',
    ports: [
      { portId: own, channels: 2 },
      { portId: practice, channels: 4 },
    ],
    concurrency: 6,
    ringTimeoutS: 10,
    retries: { busy: { times: 1, afterMinutes: 0 } },
  });
};

/** Its line dies after some calls, a level is corrected, the line is carried elsewhere and calls again; the task is stopped. */
const live = async (
  { api }: Ground,
  { taskId, lineId }: Watched,
  { now }: Watch,
  carrier: () => Promise<SippCarrier>,
) => {
  const sees = (what: string, isSo: () => boolean) => until(what, TASK_LIMIT_MS, () => (isSo() ? true : null));
  await startTask(api, taskId);
  await sees('the line die', () => (now().lineFault ?? 0) > 0);
  await sees('a level', () => (now().A ?? 0) + (now().B ?? 0) > 0);
  const good = (await recordsOf(api, taskId)).find(({ level }) => level === 'A' || level === 'B');
  await api.call(endpoints.level.correct, {
    id: good?.id ?? '',
    level: 'C',
    was: good?.level ?? 'none',
    why: '说了不要',
  });
  await api.call(endpoints.line.save, { ...LINE, id: lineId, address: `127.0.0.1:${(await carrier()).port}` });
  await sees('the line carry again', () => (now().lineAnswered ?? 0) > ANSWERED_BEFORE_DEATH);
  await api.call(endpoints.task.stop, { id: taskId });
  await sees('its last call end', () => now().live === 0);
};

/** Whose pages are read: every second they cost half of what one person may spend, and the owner works meanwhile. */
const openWatcher = async ({ house, api }: Ground): Promise<Api> => {
  const owner = { api, is: await demoOwnerOf(house) };
  const watcher = await openColleague(house, owner, {
    ...{ account: 'duizhang', name: '对账' },
    rights: ['myTask', 'callLog', 'port', 'monitor'],
    buttons: [],
  });
  return watcher.api;
};

export const watchFigures = async (ground: Ground): Promise<TrueFigures> => {
  const direct = await openDirect(ground.house.dataDir);
  const farEnd = await openFarEnd({ sends: 'silence' });
  const carriers: SippCarrier[] = [];
  const carrier = async (calls: number): Promise<SippCarrier> => {
    const opened = await startSipp('hangs-up', { sound_port: `${farEnd.port}` }, { calls });
    carriers.push(opened);
    return opened;
  };
  try {
    const { port } = await carrier(ANSWERED_BEFORE_DEATH);
    const lineId = await saveLine(ground.api, { ...LINE, address: `127.0.0.1:${port}` });
    const watched = { lineId, taskId: await draft(ground, lineId) };
    const watching = watch(await openWatcher(ground), watched, direct);
    await live(ground, watched, watching, () => carrier(1)).finally(watching.end);
    return watching;
  } finally {
    await Promise.all(carriers.map(each => each.stop()));
    await farEnd.close();
    await direct.close();
  }
};

/** What counts calls that are on their way, and by what they grow. */
const placedBy: Readonly<Record<string, string>> = {
  live: 'placed',
  calling: 'placed',
  lineTalking: 'linePlaced',
  lineRinging: 'linePlaced',
};
/** What counts numbers that wait to be called again, and by what they shrink: read backwards it grows by it. */
const takenBy: Readonly<Record<string, string>> = { retrying: 'placed' };

/** It is what plain SQL saw at a moment of the look, or at most a second before it; what lay between two samples counts. */
const wasTrue = (name: string, { from, to, figures }: Look, samples: readonly Look[]): boolean => {
  const value = figures[name]!;
  const counter = placedBy[name] ?? takenBy[name];
  return samples.some((sample, n) => {
    const next = samples[n + 1] ?? sample;
    const both = [sample.figures[name]!, next.figures[name]!];
    const [one, other] = (name in takenBy ? both.reverse() : both) as [number, number];
    const isThen = next.to >= from - OLD_MS && sample.from <= to;
    // Between the two some may have been placed and some have ended, in whichever order.
    const placed = counter === undefined ? 0 : next.figures[counter]! - sample.figures[counter]!;
    const ended = counter === undefined ? 0 : Math.max(0, one + placed - other);
    return isThen && Math.min(one - ended, other) <= value && value <= Math.max(one, other) + placed;
  });
};

export const trueFigures = (watched: () => Promise<TrueFigures>): void => {
  describe.skipIf(!sippIsThere)(
    'a task with answers, failures, redials, a corrected level and a line that dies',
    () => {
      it('is on board, list, home, report and monitor what plain SQL says, or said a second ago', {
        timeout: 2 * TASK_LIMIT_MS,
      }, async () => {
        const { looks, samples } = await watched();
        const last = samples.at(-1)!.figures;
        expect(last.busy, 'redials').toBeGreaterThan(3);
        expect(last.lineFault).toBeGreaterThan(0);
        expect(last.C, 'what was corrected').toBeGreaterThan(0);
        expect(Math.max(...samples.map(({ figures }) => figures.wanted!)), 'A and B').toBeGreaterThan(0);
        for (const page of pageNames)
          expect(
            looks.filter(look => look.page === page && Object.keys(look.figures).length > 0).length,
            page,
          ).toBeGreaterThan(LEAST_LOOKS);
        const wrong = looks.flatMap(look =>
          Object.entries(look.figures).flatMap(([name, value]) =>
            wasTrue(name, look, samples)
              ? []
              : [{ page: look.page, name, value, at: look.from, plain: near(name, look, samples) }],
          ),
        );
        expect(wrong).toEqual([]);
        for (const { page, figures } of looks)
          if (page === 'board')
            expect(figures.fresh! + figures.retrying! + figures.calling! + figures.settled!).toBe(figures.total);
      });
    },
  );
};

/** For who reads a red test. */
const near = (name: string, { from, to }: Look, samples: readonly Look[]): readonly number[] =>
  samples.filter(sample => sample.to >= from - OLD_MS && sample.from <= to).map(sample => sample.figures[name]!);
