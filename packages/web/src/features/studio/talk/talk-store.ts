import { endpoints, type TalkMove, type TalkResult } from '@lianxian/contract';
import { createStore, type StoreApi, useStore } from 'zustand';
import { call } from '../../../api/call.ts';
import type { DraftStore } from '../draft/draft-store.ts';

/**
 * A test talk in this page: the moves of the person, and what the server said to the whole list of them. Nothing lives on
 * the server: one turn back is a shorter list, another way is another list, and the way left is kept beside.
 */
export interface Talk {
  /** Null: not begun. */
  readonly result: TalkResult | null;
  readonly moves: readonly TalkMove[];
  readonly variables: Readonly<Record<string, string>>;
  readonly minuteOfDay: number;
  /** The merchant's day. */
  readonly date: string;
  /** Ways that were left, newest first. */
  readonly forks: readonly (readonly TalkMove[])[];
  /** Of the draft that was talked to. */
  readonly ranRev: number;
  readonly running: boolean;
  /** What the person did last: its move, and when on the page's clock. Null: only the draft, or the way here, is another. */
  readonly turn: Turn | null;
  /** By such a move: so many ms until the robot was heard. */
  readonly spoke: Readonly<Record<number, number>>;
  /** The sentence of a refusal, or of an outage. */
  readonly wrong: string | null;
  readonly begin: () => void;
  /** The same moves with the draft as it is now. */
  readonly rerun: () => void;
  readonly act: (move: TalkMove) => void;
  /** Lets the pending ask really be asked. */
  readonly askReally: () => void;
  /** Back to before a move; what came after it is kept as a fork. */
  readonly backTo: (move: number) => void;
  readonly takeFork: (index: number) => void;
  readonly set: (part: Partial<Pick<Talk, 'variables' | 'minuteOfDay' | 'date'>>) => void;
  /** The robot is heard now, for the first time in that turn. */
  readonly heard: (turn: Turn) => void;
}

interface Turn {
  readonly from: number;
  readonly at: number;
}

const today = (): string => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(new Date());

const mostForks = 20;
const keptTalks = new WeakMap<DraftStore, StoreApi<Talk>>();

/** The test talk of a draft; it lives as long as the draft's tab. */
const talkOf = (draft: DraftStore): StoreApi<Talk> => {
  const known = keptTalks.get(draft);
  if (known) return known;
  const made = createTalk(draft);
  keptTalks.set(draft, made);
  return made;
};

export const useTalk = <T>(draft: DraftStore, read: (talk: Talk) => T): T => useStore(talkOf(draft), read);

const createTalk = (draft: DraftStore): StoreApi<Talk> =>
  createStore<Talk>((set, get) => {
    let asked = 0;
    /** `from`: the move that the person just made; none where the same talk is only run anew. */
    const run = async (moves: readonly TalkMove[], from?: number, real = false): Promise<void> => {
      asked += 1;
      const mine = asked;
      set({ running: true, wrong: null, moves });
      // A draft that cannot be saved now is talked to as it was saved last.
      await draft
        .getState()
        .settled()
        .catch(() => undefined);
      set({ ranRev: draft.getState().rev });
      const turn = from === undefined ? null : { from, at: performance.now() };
      const { variables, minuteOfDay, date } = get();
      const input = {
        planId: draft.getState().planId,
        moves: [...moves],
        variables,
        minuteOfDay,
        date,
        real: real ? '1' : '0',
      };
      try {
        const result = await call(endpoints.talk.run, input);
        if (mine !== asked) return;
        set({ result, moves: result.moves.slice(0, result.done), running: false, turn });
        draft.getState().setTrail({ steps: result.steps, listensAt: result.at });
      } catch (error) {
        if (mine === asked) set({ running: false, wrong: error instanceof Error ? error.message : String(error) });
      }
    };
    return {
      result: null,
      moves: [],
      variables: {},
      minuteOfDay: 600,
      date: today(),
      forks: [],
      ranRev: -1,
      running: false,
      turn: null,
      spoke: {},
      wrong: null,
      rerun: () => void run(get().moves),
      begin: () => {
        keepFork(set, get);
        void run([], opening);
      },
      act: move => void run([...get().moves, move], get().moves.length),
      askReally: () => void run(get().moves, get().moves.length, true),
      backTo: move => {
        keepFork(set, get);
        void run(get().moves.slice(0, move));
      },
      takeFork: index => {
        const fork = get().forks[index];
        if (!fork) return;
        keepFork(set, get);
        set({ forks: get().forks.filter(other => other !== fork) });
        void run(fork);
      },
      set: part => {
        set(part);
        if (get().result !== null) void run(get().moves);
      },
      heard: ({ from, at }) => set({ spoke: { ...get().spoke, [from]: Math.round(performance.now() - at) } }),
    };
  });

/** Its lines come before any move. */
const opening = -1;

const keepFork = (set: (part: Partial<Talk>) => void, get: () => Talk): void => {
  const { moves, forks } = get();
  // How long it took there says nothing of another way.
  set({ spoke: {} });
  if (moves.length === 0) return;
  const same = JSON.stringify(moves);
  set({ forks: [moves, ...forks.filter(fork => JSON.stringify(fork) !== same)].slice(0, mostForks) });
};
