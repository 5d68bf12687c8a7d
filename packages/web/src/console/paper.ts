import type { GuideAnswer } from '@lianxian/core';
import { useLayoutEffect } from 'react';
import { create } from 'zustand';
import { keep, keptKey, readKept } from '../api/kept.ts';
import { readToken } from '../api/token.ts';
import { accountNow } from '../session/current-user.ts';

/**
 * What is typed for a call: answers, note, what comes after it. Kept at once in this browser, one account each, so that it
 * outlives a reload, a crash and a lost line; other tabs of the seat follow. The server has answers and note as well a
 * moment later (`use-paper.ts`).
 */
export interface Paper {
  readonly answers: readonly GuideAnswer[];
  readonly note: string;
  /** '' stays as it is. */
  readonly customerType: string;
  readonly level: string;
  /** Null: as they were. */
  readonly tags: string | null;
  /** A minute of the merchant's clock, `2026-11-29T09:00`; '': none. */
  readonly nextCallAt: string;
  /** What was submitted last, as `substanceOf` has it; null: nothing yet. */
  readonly submitted: string | null;
  /** Submitted while a colleague had the call still: handed in when it is over. */
  readonly isDue: boolean;
  /** The end of the call was reported. */
  readonly isReported: boolean;
  /** Its console was closed. */
  readonly isClosed: boolean;
  /** Ms since the epoch of the last change. */
  readonly at: number;
}

const noPaper: Paper = {
  answers: [],
  note: '',
  customerType: '',
  level: '',
  tags: null,
  nextCallAt: '',
  submitted: null,
  isDue: false,
  isReported: false,
  isClosed: false,
  at: 0,
};

/** All that somebody typed, as one text: is there anything new to submit? */
export const substanceOf = ({ answers, note, customerType, level, tags, nextCallAt }: Paper): string =>
  JSON.stringify([answers, note.trim(), customerType, level, tags, nextCallAt]);
const nothing = substanceOf(noPaper);
export const isTouched = (paper: Paper): boolean => substanceOf(paper) !== (paper.submitted ?? nothing);

/** A seat has one call; those before it wait for the rest of the day at most. */
const most = 20;
type Papers = Readonly<Record<string, Paper>>;

const storageKey = () => keptKey('papers', accountNow());
const read = (): Papers => (readKept(storageKey()) as Papers | null) ?? {};

/** Whose sign-in the papers are of: another person's, or the same one's after a sign-out, begin with what is kept. */
const ownerNow = (): string => `${storageKey()} ${readToken()}`;
const usePapers = create<{ readonly of: string; readonly papers: Papers }>(() => ({ of: '', papers: {} }));

const papersNow = (): Papers => {
  const of = ownerNow();
  if (usePapers.getState().of !== of) usePapers.setState({ of, papers: read() });
  return usePapers.getState().papers;
};
addEventListener('storage', ({ key }) => {
  if (key === storageKey()) usePapers.setState({ of: ownerNow(), papers: read() });
});

const write = (papers: Papers): void => {
  const newest = Object.entries(papers)
    .sort(([, one], [, other]) => other.at - one.at)
    .slice(0, most);
  const kept = Object.fromEntries(newest);
  usePapers.setState({ of: ownerNow(), papers: kept });
  keep(storageKey(), kept);
};

/** `key`: the call's id, or what stands for it until it has one. */
export const paperOf = (key: string): Paper => papersNow()[key] ?? noPaper;

export const changePaper = (key: string, change: Partial<Paper>): void => {
  const papers = papersNow();
  write({ ...papers, [key]: { ...noPaper, ...papers[key], ...change, at: Date.now() } });
};

export const dueKeys = (): readonly string[] =>
  Object.entries(papersNow()).flatMap(([key, { isDue }]) => (isDue ? [key] : []));

/** The call has its id now. */
export const renamePaper = (from: string, to: string): void => {
  const { [from]: paper, ...others } = papersNow();
  if (paper && from !== to) write({ ...others, [to]: { ...paper, ...others[to] } });
};

export const usePaper = (key: string): Paper => {
  const of = ownerNow();
  // Read before it is painted: a store is not written while it is drawn.
  useLayoutEffect(() => void papersNow());
  return usePapers(state => (state.of === of && state.papers[key]) || noPaper);
};
