import type { Understood } from '../events/events.ts';
import { namesAuthority } from '../recognition/authority.ts';
import { currentNode, listensHere } from '../walk/routing.ts';
import { remember } from '../walk/speaking.ts';
import { type CalleeTurn, type Draft, nextLine, patch } from '../walk/state.ts';
import type { Meant } from './meaning.ts';
import type { Heard, Sentence } from './one-meaning.ts';
import { understand } from './understand.ts';
import { wantedBy } from './wanting.ts';

const MINUTE_MS = 60_000;

/*
 * A turn of the callee as it is written down and counted.
 */

const needsComma = (line: string): boolean => line !== '' && !/[，。！？、,.!?]$/.test(line);

/** What the callee has said so far in this turn, as one line. */
export const textOf = (turn: CalleeTurn): string =>
  turn.texts.reduce((line, text) => (needsComma(line) ? `${line}，${text}` : line + text), '');

/** It as it is understood, with when it was said. */
export const sentenceOf = ({ at, state }: Draft, turn: CalleeTurn): Sentence => {
  const { date, minuteOfDay, startedAt } = state;
  const minute = minuteOfDay + Math.floor((at - (startedAt ?? at)) / MINUTE_MS);
  return { text: textOf(turn), syllables: syllablesOf(turn), asked: date === null ? null : { date, minute } };
};

/** What a turn means where the flow stands, at a node that listens. */
export const heardAs = (draft: Draft, turn: CalleeTurn): Heard => {
  const { plan, knowledgeUsed } = draft.state;
  return understand(plan, currentNode(draft), knowledgeUsed, sentenceOf(draft, turn));
};

/** Its syllables, one a character of `textOf`; none where the rim made none. */
export const syllablesOf = (turn: CalleeTurn): readonly string[] => {
  const all: string[] = [];
  let line = '';
  for (const [index, text] of turn.texts.entries()) {
    const syllables = turn.syllables[index];
    if (!syllables) return [];
    if (needsComma(line)) all.push('');
    all.push(...syllables);
    line += text;
  }
  return all;
};

/**
 * Puts what the callee said into the transcript and closes the turn; `meant` is null where nothing was to be understood:
 * a greeting before the robot opened, words beside a prompt or a farewell.
 */
export const noteSaid = (draft: Draft, turn: CalleeTurn, meant: Meant | null): Draft => {
  const line = turn.line ?? nextLine(draft);
  const { node } = draft.state;
  const { since, whileRobotSpoke } = turn;
  const text = textOf(turn);
  const wants =
    meant && listensHere(draft) ? wantedBy(draft, { text, syllables: syllablesOf(turn) }, meant) : undefined;
  draft.effects.push({
    type: 'note',
    note: {
      type: 'callee.said',
      at: since,
      endAt: turn.saidAt ?? draft.at,
      line,
      text,
      node,
      understood: meant && 'understood' in meant ? toldOf(draft, meant.understood) : null,
      missed: meant?.type === 'nothing',
      whileRobotSpoke,
      ...(wants && { wants }),
    },
  });
  remember(draft, 'callee', text);
  if (turn.wantsNoCalls) draft.effects.push({ type: 'note', note: { type: 'callee.wantsNoMoreCalls', at: draft.at } });
  if (!draft.state.authorityTold && namesAuthority(text)) {
    draft.effects.push({ type: 'note', note: { type: 'callee.namesAuthority', at: draft.at } });
    patch(draft, { authorityTold: true });
  }
  return patch(draft, { turn: null });
};

/** By which words a closed plan understood is nobody's to know. */
const toldOf = ({ state: { plan } }: Draft, understood: Understood): Understood =>
  plan.plan.closed ? { ...understood, matched: '' } : understood;

/** Counts a turn for the level rules. */
export const count = (draft: Draft, meant: Meant, ids: readonly string[]): Draft => {
  const { counts, met } = draft.state;
  const means = 'means' in meant ? meant.means : null;
  return patch(draft, {
    met: ids.length === 0 ? met : { ...met, ...Object.fromEntries(ids.map(id => [id, (met[id] ?? 0) + 1])) },
    counts: {
      ...counts,
      turns: counts.turns + 1,
      positives: counts.positives + Number(means === 'yes'),
      negatives: counts.negatives + Number(means === 'no'),
      refusals: counts.refusals + Number(means === 'refuse'),
    },
  });
};
