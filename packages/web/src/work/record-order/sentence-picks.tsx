import { recordOrderLimits } from '@lianxian/contract';
import { useTranslation } from 'react-i18next';
import type { Orderable } from './use-order.ts';

export interface Picks {
  /** Numbers that are ordered. */
  readonly chosen: ReadonlySet<number>;
  readonly notes: Readonly<Record<number, string>>;
}

/** What lacks a recording or changed is chosen to begin with; what another order has cannot be. */
export const usualPicks = (list: readonly Orderable[]): Picks => ({
  chosen: new Set(list.flatMap(({ number, state, isOrdered }) => (state === 'recorded' || isOrdered ? [] : [number]))),
  notes: {},
});

interface SentencePicksProps {
  readonly list: readonly Orderable[];
  readonly picks: Picks;
  readonly onPicks: (picks: Picks) => void;
}

/** Which sentences, each with how it should sound. */
export const SentencePicks = ({ list, picks, onPicks }: SentencePicksProps) => {
  const { t } = useTranslation('audio');
  const pick = (number: number, isChosen: boolean) => {
    const chosen = new Set(picks.chosen);
    if (isChosen) chosen.add(number);
    else chosen.delete(number);
    onPicks({ ...picks, chosen });
  };
  return (
    <ul className="record-order-picks stack gap-6" aria-label={t($ => $.form.sentences)}>
      {list.map(({ number, text, state, isOrdered }) => (
        <li key={number} className="stack gap-4">
          <label className="row gap-8">
            <input
              type="checkbox"
              checked={picks.chosen.has(number)}
              disabled={isOrdered}
              onChange={event => pick(number, event.target.checked)}
            />
            <span className="fill">{text}</span>
            <span className="ink2 fixed">{isOrdered ? t($ => $.form.ordered) : t($ => $.form.states[state])}</span>
          </label>
          {picks.chosen.has(number) && (
            <input
              className="input is-small"
              aria-label={t($ => $.form.noteOf, { text })}
              placeholder={t($ => $.form.noteHint)}
              maxLength={recordOrderLimits.noteChars}
              value={picks.notes[number] ?? ''}
              onChange={event => onPicks({ ...picks, notes: { ...picks.notes, [number]: event.target.value } })}
            />
          )}
        </li>
      ))}
    </ul>
  );
};
