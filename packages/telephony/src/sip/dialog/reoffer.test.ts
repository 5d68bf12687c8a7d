import { describe, expect, test } from 'vitest';
import { type Reoffer, type ReofferEvent, stepReoffer } from './reoffer.ts';

const states: Readonly<Record<string, Reoffer>> = {
  quiet: { is: 'quiet' },
  asking: { is: 'asking', isWantedAgain: false, tries: 1 },
  'asking, wanted again': { is: 'asking', isWantedAgain: true, tries: 1 },
  'asking for the last time': { is: 'asking', isWantedAgain: false, tries: 10 },
  waiting: { is: 'waiting', tries: 1 },
  'waiting for the last time': { is: 'waiting', tries: 10 },
};

const events: Readonly<Record<string, ReofferEvent>> = {
  want: { type: 'want', isFree: true },
  'want out of turn': { type: 'want', isFree: false },
  waited: { type: 'waited', isFree: true },
  'waited, out of turn': { type: 'waited', isFree: false },
  '2xx': { type: 'answered' },
  '488': { type: 'refused', status: 488 },
  '491': { type: 'refused', status: 491 },
  '481': { type: 'refused', status: 481 },
  '408': { type: 'refused', status: 408 },
  silence: { type: 'noReply' },
};

const asking = {
  want: 'asking',
  'want out of turn': 'asking',
  '481': 'quiet gone:unknown',
  '408': 'quiet gone:noReply',
  silence: 'quiet gone:noReply',
};
/** What is not listed is ignored. */
const TABLE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  quiet: { want: 'asking ask', 'want out of turn': 'waiting wait' },
  asking: { ...asking, '2xx': 'quiet', '488': 'quiet refused:488', '491': 'waiting wait' },
  'asking, wanted again': {
    ...asking,
    '2xx': 'waiting wait',
    '488': 'waiting refused:488 wait',
    '491': 'waiting wait',
  },
  'asking for the last time': { ...asking, '2xx': 'quiet', '488': 'quiet refused:488', '491': 'quiet refused:491' },
  waiting: { waited: 'asking ask', 'waited, out of turn': 'waiting wait' },
  'waiting for the last time': { waited: 'asking ask', 'waited, out of turn': 'quiet refused:491' },
};

describe.each(Object.entries(states))('our re-INVITE, %s', (name, state) => {
  test.each(Object.entries(events))('on %s', (key, event) => {
    const step = stepReoffer(state, event);
    const effects =
      step.kind === 'moved'
        ? step.effects.map(effect => {
            if (effect.type === 'tellRefused') return `refused:${effect.status}`;
            return effect.type === 'tellGone' ? `gone:${effect.because}` : effect.type;
          })
        : [];
    expect(step.kind === 'moved' ? [step.state.is, ...effects].join(' ') : step.kind).toBe(
      TABLE[name]![key] ?? 'ignored',
    );
  });
});
