import type { endpoints } from '@lianxian/contract';
import type { z } from 'zod';
import type { Batch } from '../work/use-batches.ts';
import { type CallRow, pastCalls } from './fake-world.ts';

type ListInput = z.output<typeof endpoints.call.list.input>;

/** Rows of a task, newest first: every second one answered, levels A to C in turn, the others busy. */
export const taskCalls = (n: number): CallRow[] =>
  Array.from({ length: n }, (_, at) => ({
    ...pastCalls[0]!,
    id: String(10_000 + n - at),
    phone: `1381234${String(1_000 + at)}`,
    calleeName: at % 3 === 0 ? '陈女士' : '',
    area: '广东广州 移动',
    task: { id: '7', name: '试听课回访 · 第三批' },
    attempt: at % 5 === 0 ? 2 : 1,
    cost: '0.12',
    ...(at % 2 === 0
      ? { state: 'answered' as const, level: (['A', 'B', 'C'] as const)[(at / 2) % 3]! }
      : { state: 'busy' as const, level: null, talkMs: 0, turns: 0, hungUpBy: 'nobody' as const }),
  }));

const sourceOf = (row: CallRow) => (row.direction === 'in' ? 'in' : row.task === null ? 'hand' : 'task');

const fits = (row: CallRow, asked: ListInput): boolean =>
  (!asked.states || asked.states.includes(row.state!)) &&
  (!asked.levels || asked.levels.includes(row.level!)) &&
  (!asked.phone || row.phone.startsWith(asked.phone)) &&
  (!asked.taskId || row.task?.id === asked.taskId) &&
  (!asked.source || asked.source === sourceOf(row)) &&
  (!asked.talkFromS || row.talkMs >= asked.talkFromS * 1_000) &&
  (!asked.from || Date.parse(row.placedAt) >= Date.parse(asked.from)) &&
  (!asked.to || Date.parse(row.placedAt) < Date.parse(asked.to));

const cursorOf = (row: CallRow) => `${Date.parse(row.placedAt)}-${row.id}`;
const tenThousandths = (text: string) => Math.round(Number(text) * 10_000);

/** A page as the server answers it: the count stops at 10,000. */
export const listCalls = (calls: readonly CallRow[], asked: ListInput) => {
  const all = calls.filter(row => fits(row, asked));
  const from = all.findIndex(row => cursorOf(row) === asked.after) + 1;
  const list = all.slice(from, from + asked.limit);
  const cost = all.reduce((sum, row) => sum + tenThousandths(row.cost), 0) / 10_000;
  return {
    list,
    total: all.length,
    sums: asked.after ? null : { talkMs: all.reduce((sum, row) => sum + row.talkMs, 0), cost: String(cost) },
    after: from + asked.limit < all.length ? cursorOf(list.at(-1)!) : null,
  };
};

export interface FakeBatches {
  readonly handlers: Record<string, (input: never) => unknown>;
  /** Something of a batch task changes; who listens is told. */
  readonly goes: (id: string, part: Partial<Batch>) => void;
  readonly add: (batch: Batch) => void;
}

export const createFakeBatches = (start: readonly Batch[], tell: (id: string) => void): FakeBatches => {
  let batches = [...start];
  const goes = (id: string, part: Partial<Batch>) => {
    batches = batches.map(batch => (batch.id === id ? { ...batch, ...part } : batch));
    tell(id);
  };
  const add = (batch: Batch) => {
    batches = [batch, ...batches];
    tell(batch.id);
  };
  return {
    goes,
    add,
    handlers: {
      'batch/list': ({ page, limit }: { page: number; limit: number }) => ({
        list: batches.slice((page - 1) * limit, page * limit),
        total: batches.length,
      }),
      'batch/cancel': ({ id }: { id: string }) => {
        goes(id, { state: 3 });
        return {};
      },
      'call/export': () => {
        const id = String(500 + batches.length);
        add({ ...runningExport, id });
        return { batchId: id };
      },
    },
  };
};

export const runningExport: Batch = {
  id: '500',
  title: '导出通话记录',
  state: 0,
  type: 1,
  remark: '',
  fileId: null,
  createTime: '2026-11-18T08:40:00Z',
  modifyTime: '2026-11-18T08:40:01Z',
  done: 0,
  of: null,
};

export const finishedImport: Batch = {
  ...runningExport,
  id: '499',
  title: '导入号码 · 试听课回访.xlsx',
  state: 1,
  type: 0,
  remark: '导入 9,980 个，20 行没导入',
  fileId: '901',
  done: 10_000,
  of: 10_000,
};
