import { endpoints } from '@lianxian/contract';
import { levels } from '@lianxian/core';
import type { Api } from '../house/api.ts';

/** Figures of a task and of a line of its own, by name: of plain SQL, and those that a page shows. */
export type Figures = Readonly<Record<string, number>>;
export const pageNames = ['board', 'list', 'home', 'report', 'monitor'] as const;
export type Page = (typeof pageNames)[number];
export interface Watched {
  readonly taskId: string;
  readonly lineId: string;
}

/** From numbers and calls alone, none of the sums that the pages read. */
export const plainSql = `
  with numbers as (select state, count(*)::int as n from callee where task_id = $1 group by state),
  calls as (
    select call.*, coalesce(k.level, call.level) as shown from call
    left join call_correction k on k.merchant_id = call.merchant_id and k.call_id = call.id where task_id = $1),
  line as (select * from call where line_id = $2),
  latest as (
    select callee.last_state as state, coalesce(k.level, last_level) as level from callee
    left join call_correction k on k.merchant_id = callee.merchant_id and k.call_id = callee.last_call_id
    where task_id = $1),
  line_ended as (select *, fault = 'carrier' or state = 'lineFault' as by_line from line where stage = 'ended')
  select jsonb_build_object(
    'total', (select sum(n) from numbers),
    'fresh', (select sum(n) from numbers where state = 'fresh'),
    'retrying', (select sum(n) from numbers where state = 'retry'),
    'calling', (select sum(n) from numbers where state = 'calling'),
    'settled', (select sum(n) from numbers where state = 'settled'),
    'dialled', (select count(*) from callee where task_id = $1 and state <> 'fresh' and attempts > 0),
    'live', (select count(*) from calls where stage <> 'ended'),
    'answered', (select count(*) from calls where answered_at is not null or state = 'answered'),
    'busy', (select count(*) from calls where stage = 'ended' and state = 'busy'),
    'lineFault', (select count(*) from calls where stage = 'ended' and state = 'lineFault'),
    ${levels.map(level => `'${level}', (select count(*) from calls where shown = '${level}'),`).join(' ')}
    'placed', (select count(*) from calls),
    'linePlaced', (select count(*) from line),
    'wanted', (select count(*) from calls where shown in ('A', 'B')),
    'lineAnswered', (select count(*) from line where answered_at is not null),
    'endedOrTalking', (select count(*) from calls where stage = 'ended' or answered_at is not null),
    'lineEnded', (select count(*) from line_ended where dialled_at is not null or by_line),
    'lineEndedAnswered', (select count(*) from line_ended where answered_at is not null),
    'lineFailed', (select count(*) from line_ended where by_line),
    'lineTalking', (select count(*) from line where stage = 'talking'),
    'lineRinging', (select count(*) from line where stage not in ('talking', 'ended')),
    'peopleAnswered', (select count(*) from latest where state = 'answered'),
    'peopleGood', (select count(*) from latest where level in ('A', 'B')),
    'peopleDialled', (select count(*) from latest where state is not null),
    'peopleBusy', (select count(*) from latest where state = 'busy'),
    'peopleLineFault', (select count(*) from latest where state = 'lineFault'),
    'peopleTalked', (select count(distinct callee_id) from calls where stage = 'ended' and state = 'answered' and turns > 0),
    ${levels.map(level => `'people${level}', (select count(*) from latest where level = '${level}'),`).join(' ')}
    'left', (select count(*) from calls where stage = 'ended' and not (state = 'cancelled' and dialled_at is null)),
    'talkMs', (select coalesce(sum(talk_ms), 0) from calls where stage = 'ended')
  ) as figures`;

const ofState = (outcomes: readonly { readonly state: string; readonly calls: number }[], state: string): number =>
  outcomes.find(row => row.state === state)?.calls ?? 0;

/** Each page asked by itself, under the names of the plain figures. */
export const pagesOf = (api: Api, { taskId, lineId }: Watched): Readonly<Record<Page, () => Promise<Figures>>> => ({
  board: async () => {
    const board = await api.call(endpoints.task.board, { id: taskId });
    const [answered, busy, lineFault] = ['answered', 'busy', 'lineFault'].map(state => ofState(board.outcomes, state));
    return {
      ...board.counts,
      ...board.levels,
      live: board.channels.used,
      answered: answered ?? 0,
      busy: busy ?? 0,
      lineFault: lineFault ?? 0,
    };
  },
  list: async () => {
    const { list } = await api.call(endpoints.task.list, { limit: 100 });
    const row = list.find(each => each.id === taskId);
    return { ...row?.counts, answered: row?.answered ?? Number.NaN };
  },
  home: async () => {
    const { tasks } = await api.call(endpoints.home.index, {});
    const row = tasks?.find(each => each.id === taskId);
    // The first page shows six tasks at most, none that has ended.
    if (!row) return {};
    const { total, calling, dialled, calls, answered, wanted } = row;
    return { total, calling, dialled, endedOrTalking: calls, answered, wanted };
  },
  report: async () => {
    const report = await api.call(endpoints.taskReport.read, { id: taskId });
    const missed = (state: string) => report.causes.find(row => row.state === state)?.people ?? 0;
    return {
      total: report.numbers,
      peopleDialled: report.dialled,
      peopleAnswered: report.answered,
      peopleTalked: report.talked,
      peopleGood: report.good,
      peopleBusy: missed('busy'),
      peopleLineFault: missed('lineFault'),
      ...Object.fromEntries(report.levels.map(({ level, people }) => [`people${level}`, people])),
      left: report.calls,
      talkMs: report.talkMs,
    };
  },
  monitor: async () => {
    const { lines } = await api.call(endpoints.monitor.monitor, {});
    const row = lines.find(each => each.id === lineId);
    return {
      lineTalking: row?.talking ?? Number.NaN,
      lineRinging: row?.ringing ?? Number.NaN,
      // Of the last ten minutes, in which the line was made.
      lineEnded: row?.calls ?? Number.NaN,
      lineEndedAnswered: row?.answered ?? Number.NaN,
      lineFailed: row?.failed ?? Number.NaN,
    };
  },
});
