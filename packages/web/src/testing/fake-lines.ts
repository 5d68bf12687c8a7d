import type { endpoints, TopicMessage } from '@lianxian/contract';
import type { z } from 'zod';
import {
  type Failure,
  type Finding,
  failures,
  freshLine,
  healthy,
  type LadderMessage,
  type Line,
  type LineNumber,
  type Monitor,
  monitor,
  numbers as someNumbers,
} from './fake-line-world.ts';
import { ports as somePorts } from './fake-task-world.ts';
import { callees, plans } from './fake-world.ts';

/** Lines of the fake server: small, but they remember what was done to them. */
export interface FakeLines {
  readonly handlers: Record<string, (input: never) => unknown>;
  /** Figures of the monitor move; who listens is told. */
  readonly monitorGoes: (part: Partial<Monitor>) => void;
  /** Something of a line changes: its health, say. */
  /** The SIP port opens, or does not. */
  readonly doorGoes: (door: Door) => void;
  readonly lineGoes: (id: string, part: Partial<Line>) => void;
  /** The check under way finds something, or is done. */
  readonly finds: (findings: readonly Finding[], done?: boolean) => void;
}
type Door = z.output<typeof endpoints.line.list.output>['door'];
type SaveInput = z.output<typeof endpoints.line.save.input>;
type PortInput = z.output<typeof endpoints.port.save.input>;

export interface FakeLinesStart {
  readonly lines: readonly Line[];
  readonly numbers?: readonly LineNumber[] | undefined;
  readonly failures?: readonly Failure[] | undefined;
  readonly ladder?: readonly LadderMessage[] | undefined;
}

type Defined<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };
const defined = <T extends object>(part: T): Defined<T> =>
  Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined)) as Defined<T>;
const paged = <T>(list: readonly T[], { page, limit }: { page: number; limit: number }) => ({
  list: list.slice((page - 1) * limit, page * limit),
  total: list.length,
});

export const createFakeLines = (
  start: FakeLinesStart,
  toTopic: (topic: string, message: TopicMessage) => void,
): FakeLines => {
  let lines = [...start.lines];
  let numbers: LineNumber[] = [...(start.numbers ?? someNumbers)];
  let ports = [...somePorts];
  let figures = monitor;
  let check: { id: string; state: 'asked' | 'running' | 'done'; findings: readonly Finding[] } | null = null;
  let checks = 0;
  let door: Door;
  const changed = () => toTopic('lines', { type: 'linesChanged', topic: 'lines' });
  const lineGoes = (id: string, part: Partial<Line>) => {
    lines = lines.map(line => (line.id === id ? { ...line, ...part } : line));
    changed();
  };
  const save = ({ password, windows, ...input }: SaveInput) => {
    const known = lines.find(line => line.id === input.id);
    const line: Line = {
      ...(known ?? freshLine),
      ...defined(input),
      ...(windows && { windows: windows.length > 0 ? windows : null }),
      id: known?.id ?? String(22 + ownOf(lines)),
      hasPassword: password !== '' || (known?.hasPassword ?? false),
    };
    lines = known ? lines.map(each => (each.id === line.id ? line : each)) : [...lines, line];
    return { id: line.id };
  };
  const numberGoes = (id: string, part: Partial<LineNumber>) => {
    numbers = numbers.map(each => (each.id === id ? { ...each, ...part } : each));
    return {};
  };
  return {
    lineGoes,
    doorGoes: to => {
      door = to;
      changed();
    },
    monitorGoes: part => {
      figures = { ...figures, ...part };
      changed();
    },
    finds: (findings, done = false) => {
      if (!check) throw new Error('no check was asked for');
      check = { ...check, findings, state: done ? 'done' : 'running' };
      toTopic('lines', { type: 'lineChecked', topic: 'lines', id: check.id });
    },
    handlers: {
      'line/list': (input: { page: number; limit: number }) => ({
        ...paged(lines, input),
        registrar: { host: '198.51.100.20', port: 5060, transports: ['udp', 'tcp'] },
        ...(door && { door }),
      }),
      'line/options': (input: { page: number; limit: number }) =>
        paged(
          lines.map(({ id, name, practice }) => ({ id, name, practice })),
          input,
        ),
      'line/save': save,
      'line/enable': ({ id, enabled }: { id: string; enabled: boolean }) => {
        lineGoes(id, { enabled });
        return {};
      },
      'line/remove': ({ id }: { id: string }) => {
        lines = lines.filter(line => line.id !== id);
        return {};
      },
      'line/numbers': (input: { page: number; limit: number }) => paged(numbers, input),
      'line/addNumbers': (input: z.output<typeof endpoints.line.addNumbers.input>) => {
        const asked = input.numbers.split(/[\s,，]+/).filter(Boolean);
        const known = asked.filter(number => numbers.some(each => each.number === number));
        const fresh = asked.filter(number => !known.includes(number));
        numbers = [
          ...numbers,
          ...fresh.map((number, at) => ({
            ...someNumbers[0]!,
            id: String(900 + numbers.length + at),
            number,
            dailyCap: input.dailyCap,
            usedToday: 0,
          })),
        ];
        return { added: fresh.length, known: known.length };
      },
      'line/saveNumber': ({ id, planId, ...rest }: z.output<typeof endpoints.line.saveNumber.input>) => {
        const plan = plans.find(each => each.id === planId);
        numberGoes(id, {
          ...defined(rest),
          ...(planId !== undefined && { plan: plan ? { id: plan.id, name: plan.planName } : null }),
        });
        return { taken: numbers.find(each => each.id === id)?.taken ?? false };
      },
      'line/removeNumber': ({ id }: { id: string }) => {
        numbers = numbers.filter(each => each.id !== id);
        return {};
      },
      'practice/callees': () => ({ list: callees }),
      'port/list': () => ({ list: ports, total: ports.length }),
      'port/options': () => ({ list: ports, total: ports.length }),
      'port/save': (input: PortInput) => {
        const id = input.id ?? String(40 + ports.length);
        const line = lines.find(each => each.id === input.lineId);
        const of = { lineName: line?.name ?? '', practice: line?.practice ?? false };
        const port = { ...input, ...of, id, live: 0, lineState: line?.health.state ?? 'unknown' };
        ports = [...ports.filter(each => each.id !== id), port];
        return { id };
      },
      'port/remove': ({ id }: { id: string }) => {
        ports = ports.filter(each => each.id !== id);
        return {};
      },
      'line/monitor': () => figures,
      'line/failures': ({ whose, lineId }: z.output<typeof endpoints.monitor.failures.input>) => ({
        list: (start.failures ?? failures).filter(
          each =>
            (whose === 'all' || (whose === 'number') === (each.fault === 'callee')) &&
            (!lineId || each.lineId === lineId),
        ),
        after: null,
      }),
      'line/check': ({ id, kind }: { id: string; kind: 'probe' | 'doctor' }) => {
        checks += 1;
        check = { id: String(70 + checks), state: kind === 'probe' ? 'done' : 'asked', findings: [] };
        if (kind === 'probe') lineGoes(id, { health: healthy });
        return { checkId: check.id };
      },
      'line/findings': () => ({ state: check?.state ?? 'done', at: monitor.at, findings: check?.findings ?? [] }),
      'call/ladder': () => ({ messages: start.ladder ?? [] }),
    },
  };
};

const ownOf = (lines: readonly Line[]) => lines.filter(line => !line.practice).length;
