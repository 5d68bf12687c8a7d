import { createContext, use, useLayoutEffect, useRef, useState } from 'react';
import { create } from 'zustand';

/**
 * What was typed and is not saved, of all panes. Whatever takes a form away (a drawer or a dialog that closes, another
 * row, a tab) asks here first: `leave`. Forms say so by themselves (`useUnsaved`), what closes need not know them.
 */
export interface Unsaved {
  readonly pane: string;
  /**
   * What goes with it when that is closed: the drawer, the dialog or the pane it was typed in. Asked when it matters: a
   * drawer opens before what it holds.
   */
  readonly holder: () => Element | null;
  /** It was typed before the page was read anew. */
  readonly isRestored: boolean;
  /** True once it is saved. Null: it cannot be saved in passing. */
  readonly save: (() => Promise<boolean>) | null;
  /** The form is as it was before one typed. */
  readonly drop: () => void;
}

/** A tab's page, or the frame around the tabs. A hidden page runs no effects and keeps what was typed in it. */
interface UnsavedPane {
  readonly id: string;
  isShown: boolean;
}
const frame: UnsavedPane = { id: '', isShown: true };
export const InPane = createContext(frame);
export const UnsavedIn = InPane.Provider;

interface Question {
  readonly left: readonly Unsaved[];
  readonly go: () => void;
  readonly stay: () => void;
}
interface State {
  readonly list: readonly Unsaved[];
  readonly question: Question | null;
}
export const useUnsavedStore = create<State>(() => ({ list: [], question: null }));
const { getState, setState } = useUnsavedStore;

const remove = (isGone: (unsaved: Unsaved) => boolean): void => {
  if (getState().list.some(isGone)) setState(({ list }) => ({ list: list.filter(each => !isGone(each)) }));
};

const holders = 'dialog, .drawer, .editor, .shell-pane';
/** Belongs to a form that is still there. */
const attached = new WeakSet<Unsaved>();

/** The pane around a page, for `UnsavedIn`. Shown again it knows no more of forms that went while it was hidden. */
export const useUnsavedPane = (id: string): UnsavedPane => {
  const [pane] = useState(() => ({ id, isShown: false }));
  // Before those of the forms within when it goes or hides, after them when it comes.
  useLayoutEffect(() => {
    pane.isShown = true;
    remove(each => each.pane === pane.id && !attached.has(each));
    return () => {
      pane.isShown = false;
    };
  }, [pane]);
  return pane;
};

/** Panes that are gone took with them what was not saved there. */
export const keepPanes = (ids: ReadonlySet<string>): void => remove(({ pane }) => pane !== frame.id && !ids.has(pane));

export const isUnsaved = (isMeant: (unsaved: Unsaved) => boolean): boolean => getState().list.some(isMeant);
export const useIsUnsaved = (pane: string): boolean =>
  useUnsavedStore(({ list }) => list.some(each => each.pane === pane));

interface UnsavedWish extends Pick<Unsaved, 'isRestored' | 'save' | 'drop'> {
  readonly isChanged: boolean;
  /** Something of the form. */
  readonly element: () => Element | null;
}

/** A form says that it holds what is not saved, as long as it does. The answer says at once that it does no more. */
export const useUnsaved = ({ isChanged, isRestored, ...wish }: UnsavedWish): (() => void) => {
  const pane = use(InPane);
  const latest = useRef(wish);
  const own = useRef<Unsaved>(null);
  useLayoutEffect(() => {
    latest.current = wish;
  });
  useLayoutEffect(() => {
    if (!isChanged) return;
    const unsaved: Unsaved = {
      pane: pane.id,
      holder: () => latest.current.element()?.closest(holders) ?? null,
      isRestored,
      save: latest.current.save && (async () => (await latest.current.save?.()) ?? false),
      drop: () => latest.current.drop(),
    };
    remove(each => each === own.current);
    own.current = unsaved;
    attached.add(unsaved);
    setState(({ list }) => ({ list: [...list, unsaved] }));
    return () => {
      attached.delete(unsaved);
      if (pane.isShown) remove(each => each === unsaved);
    };
  }, [isChanged, isRestored, pane]);
  return () => remove(each => each === own.current);
};

/** Nothing is asked where nobody could answer: before the frame is there. */
let mayAsk = false;
export const answersQuestions = (): (() => void) => {
  mayAsk = true;
  return () => {
    mayAsk = false;
    setState({ question: null });
  };
};

/** Goes on once what `isLeft` names is saved or given up, at once where there is nothing; `stay` when one thinks better of it. */
export const leave = (
  isLeft: (unsaved: Unsaved) => boolean,
  go: () => void,
  stay: (left: readonly Unsaved[]) => void = () => undefined,
): void => {
  const { list, question } = getState();
  const left = list.filter(isLeft);
  if (left.length === 0 || !mayAsk) {
    go();
    return;
  }
  // Asked once: a second way out is none while the first is asked about.
  if (question) stay(left);
  else setState({ question: { left, go, stay: () => stay(left) } });
};

export const answerUnsaved = async (how: 'save' | 'drop' | 'stay'): Promise<void> => {
  const { question } = getState();
  if (!question) return;
  const { left, go, stay } = question;
  setState({ question: null });
  let isDone = how !== 'stay';
  for (const each of isDone ? left : []) {
    if (how === 'drop') each.drop();
    // What is wrong is said at its field.
    else isDone &&= (await each.save?.()) ?? false;
  }
  if (!isDone) {
    stay();
    return;
  }
  remove(each => left.includes(each));
  go();
};

/** What goes when that is closed. */
export const isWithin =
  (part: Element | null) =>
  ({ holder }: Unsaved): boolean => {
    const its = holder();
    return part !== null && its !== null && part.contains(its);
  };

/** What a drawer holds is there now: who asks which forms are within is told. */
export const formsAreThere = (): void => setState(({ list }) => ({ list: [...list] }));

/** Asks before another part of the page takes the place of a form. */
export const useLeave = (): ((go: () => void) => void) => {
  const { id } = use(InPane);
  return go => leave(({ pane }) => pane === id, go);
};
