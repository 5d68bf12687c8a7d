import { faultsOf, isSame, type People, type Plan, type PlanFault, peopleFaults } from '@lianxian/core';
import { createContext, use } from 'react';
import { createStore, type StoreApi, useStore } from 'zustand';
import { addedPlaces } from './added-places.ts';
import { createAutosave, type Newest } from './autosave.ts';
import type { DraftServer, Opened } from './draft-server.ts';
import { goBack, goForward, type History, noHistory, rebased, record } from './history.ts';
import type { SavedState } from './saved-state.ts';

/** What a test talk has walked so far. */
export interface Trail {
  /** In order: the node, and what it was left by as the conversation names it; '' where it still stands. */
  readonly steps: readonly { readonly node: string; readonly by: string }[];
  /** Where the talk stands and listens; null when it is over. */
  readonly listensAt: string | null;
  /** It is what the tests walk, not one talk. */
  readonly ofTests?: true;
}

/** Calls on the graph in heat mode, of a range of days. */
export interface HeatView {
  /** By node id: calls that came, and how many of them ended there. */
  readonly nodes: Readonly<Record<string, { readonly calls: number; readonly lost: number }>>;
  /** By node id, then by the slot of its exit (graph/exits): so many calls. */
  readonly exits: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Calls of the thickest cord. */
  readonly most: number;
}

/**
 * The draft of one plan in this page: every part of the studio reads it here and changes it by `change`. It saves itself
 * a moment after the last change and never overwrites what somebody else saved meanwhile: it takes it in, or asks.
 */
export interface DraftState {
  readonly planId: string;
  /** Whoever may not, looks: `change` does nothing. */
  readonly mayEdit: boolean;
  readonly name: string;
  readonly plan: Plan;
  /** Of the plan as the server has it; `settled` waits until it is the plan on the screen. */
  readonly rev: number;
  readonly basedOn: number | null;
  readonly savedAt: string;
  readonly savedBy: string;
  readonly savedState: SavedState;
  /** Not those of what was added just now: nobody has typed in it yet. */
  readonly faults: readonly PlanFault[];
  /** Whom it may hand over to; null while that is not known: then nobody is missed. */
  readonly people: People | null;
  /** Node in the inspector; `selection` holds all that are marked. */
  readonly selected: string | null;
  readonly selection: readonly string[];
  readonly trail: Trail | null;
  /** Set by the heat's own parts while they are shown. */
  readonly heat: HeatView | null;
  /** What would be taken back or done again, in words; null: nothing. */
  readonly undoes: string | null;
  readonly redoes: string | null;
  /** `label` names the step for undo. Steps with the same `merge` soon after each other are one: typing in a field. */
  readonly change: (fn: (plan: Plan) => Plan, label: string, merge?: string) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly select: (id: string | null) => void;
  readonly selectAll: (ids: readonly string[]) => void;
  readonly setTrail: (trail: Trail | null) => void;
  readonly setHeat: (heat: HeatView | null) => void;
  /** Saves what is not saved; answers the rev the server then has. Rejects when it cannot be saved now. */
  readonly settled: () => Promise<number>;
  /** The server's newest in place of what is here: somebody else's, or a restored version. Undo begins anew. */
  readonly reload: () => Promise<void>;
  /** A version was published, by whomever: what the draft is based on is asked anew. */
  readonly published: () => void;
  /** The server told of a newer rev: taken in at once when nothing is unsaved here, else with the next save. */
  readonly heardOf: (rev: number) => void;
  readonly renamed: (name: string) => void;
  /** Seats and groups as they are now: what it hands over to is checked anew. */
  readonly knows: (people: People) => void;
  /** What is unsaved is sent now; a failure shows in `savedState`. */
  readonly saveNow: () => void;
}

export type DraftStore = StoreApi<DraftState>;

/** So long after the last change the whole plan is checked. */
const checkAfterMs = 250;

const undoWords = ({ past, future }: History) => ({
  undoes: past.at(-1)?.label ?? null,
  redoes: future.at(-1)?.label ?? null,
});

const allFaults = (plan: Plan, people: People | null): readonly PlanFault[] => [
  ...faultsOf(plan),
  ...(people === null ? [] : peopleFaults(plan, people)),
];

const ofServer = ({ name, graph, rev, basedOn, savedAt, savedBy }: Opened) => ({
  name,
  plan: graph,
  rev,
  basedOn,
  savedAt,
  savedBy,
  savedState: { state: 'saved' } as const,
});

/** What is marked no more because the plan has it no more. */
const marksIn = ({ flows }: Plan, { selected, selection }: Pick<DraftState, 'selected' | 'selection'>) => {
  const there = new Set(flows.flatMap(flow => flow.nodes.map(node => node.id)));
  return {
    ...(selected !== null && !there.has(selected) && { selected: null }),
    ...(selection.some(id => !there.has(id)) && { selection: selection.filter(id => there.has(id)) }),
  };
};

/** Opens a draft for editing. */
export const createDraft = (opened: Opened, server: DraftServer): DraftStore =>
  createStore<DraftState>((set, get) => {
    let history = noHistory;
    let checkTimer: ReturnType<typeof setTimeout> | undefined;
    /** Places that the last step added, and nobody has left since. */
    let fresh: ReadonlySet<string> = new Set();
    /** With what joins two people's work: most who write alone never need it. */
    const newest = async () => {
      const [theirs, { mergePlans }] = await Promise.all([server.open(opened.id), import('./merge.ts')]);
      return { theirs, mergePlans };
    };
    const autosave = createAutosave({
      save: () => server.save({ id: opened.id, rev: get().rev, graph: get().plan }),
      now: () => get().plan,
      newest,
      join: (kept, newest) => join(kept, newest),
      saved: ({ rev, savedAt, savedBy }) => set({ rev, savedAt, savedBy }),
      state: savedState => {
        // Told with every key: what reads the draft is asked only when it is another state.
        if (savedState.state !== 'saving' || get().savedState.state !== 'saving') set({ savedState });
      },
    });
    const check = (known: Partial<DraftState> = {}) => {
      set(known);
      clearTimeout(checkTimer);
      checkTimer = setTimeout(
        () => set({ faults: allFaults(get().plan, get().people).filter(({ where }) => !fresh.has(where)) }),
        checkAfterMs,
      );
    };
    const mark = (selected: string | null, selection: readonly string[]) => {
      set({ selected, selection });
      if (fresh.size === 0 || selection.some(id => fresh.has(`node:${id}`))) return;
      fresh = new Set();
      check();
    };
    const put = (plan: Plan, next: History, added: ReadonlySet<string> = new Set()) => {
      history = next;
      fresh = added;
      set({ plan, ...undoWords(next), ...marksIn(plan, get()) });
      autosave.changed();
      check();
    };
    /** What somebody else saved goes into the plan, and into all that can be taken back. */
    const join = (kept: Plan, { theirs, mergePlans }: Newest): Plan | null => {
      const over = (plan: Plan) => mergePlans(kept, plan, theirs.graph);
      const merged = over(get().plan);
      if (merged === null) return null;
      const plan = isSame(merged, theirs.graph) ? theirs.graph : merged;
      history = rebased(history, over);
      const { savedState } = get();
      set({ ...ofServer(theirs), plan, savedState, ...undoWords(history), ...marksIn(plan, get()) });
      check();
      return theirs.graph;
    };
    const take = (taken: Opened) => {
      history = noHistory;
      fresh = new Set();
      autosave.begin(taken.graph);
      set({ ...ofServer(taken), ...undoWords(history), faults: allFaults(taken.graph, get().people), trail: null });
    };
    autosave.begin(opened.graph);
    return {
      planId: opened.id,
      mayEdit: true,
      ...ofServer(opened),
      faults: faultsOf(opened.graph),
      people: null,
      selected: null,
      selection: [],
      trail: null,
      heat: null,
      undoes: null,
      redoes: null,
      change: (fn, label, merge) => {
        if (!get().mayEdit) return;
        const before = get().plan;
        const after = fn(before);
        if (after === before) return;
        put(after, record(history, before, label, merge ?? null, performance.now()), addedPlaces(before, after));
      },
      undo: () => {
        const step = goBack(history, get().plan);
        if (step) put(step.plan, step.history);
      },
      redo: () => {
        const step = goForward(history, get().plan);
        if (step) put(step.plan, step.history);
      },
      select: id => mark(id, id === null ? [] : [id]),
      selectAll: ids => mark(ids.length === 1 ? ids[0]! : null, ids),
      setTrail: trail => set({ trail }),
      setHeat: heat => set({ heat }),
      settled: async () => {
        await autosave.flush();
        return get().rev;
      },
      reload: async () => take(await server.open(opened.id)),
      published: () =>
        void server.open(opened.id).then(
          ({ basedOn }) => set({ basedOn }),
          // The next opening shows it.
          () => undefined,
        ),
      heardOf: rev => {
        if (rev > get().rev && autosave.isIdle())
          void newest().then(
            found => {
              if (!autosave.isIdle() || found.theirs.rev <= get().rev) return;
              if (join(get().plan, found)) autosave.begin(found.theirs.graph);
            },
            // The next save finds out the same, and says so.
            () => undefined,
          );
      },
      renamed: name => set({ name }),
      knows: people => check({ people }),
      saveNow: () => void autosave.flush().catch(() => undefined),
    };
  });

/** The draft of the plan a part of the studio stands in; set by the page around it. */
export const DraftContext = createContext<DraftStore | null>(null);

export const useDraftStore = (): DraftStore => {
  const store = use(DraftContext);
  if (!store) throw new Error('outside of a plan');
  return store;
};

/** Reads the draft: `useDraft(draft => draft.plan.intents)`. Renders again when what it selects has changed. */
export const useDraft = <T>(select: (draft: DraftState) => T): T => useStore(useDraftStore(), select);
