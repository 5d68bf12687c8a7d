import { type TalkMove, talkLimits } from '@lianxian/contract';
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { placed } from '../../../ui/placed.ts';
import '../../../ui/plain-choice.css';

interface MovesProps {
  readonly moves: readonly TalkMove[];
  readonly onChange: (moves: readonly TalkMove[]) => void;
}

const kinds = ['say', 'over', 'press', 'silent', 'cough', 'answer', 'hangUp'] as const;

const blank = (does: TalkMove['does']): TalkMove => {
  switch (does) {
    case 'say':
      return { does, text: '' };
    case 'over':
      return { does, text: '', afterMs: 1_000 };
    case 'press':
      return { does, keys: '1' };
    case 'silent':
      return { does, ms: 4_000 };
    case 'cough':
      return { does, afterMs: 1_000, ms: 300 };
    case 'answer':
      return { does, answer: { type: 'failed', because: 'unknown' } };
    case 'hangUp':
      return { does };
  }
};

const number = (text: string, most: number): number => Math.max(0, Math.min(most, Math.round(Number(text) || 0)));

/** What comes of a transfer is chosen; what else the world said stays as it was kept. */
const Outcome = ({
  move,
  onChange,
}: {
  readonly move: Extract<TalkMove, { readonly does: 'answer' }>;
  readonly onChange: (move: TalkMove) => void;
}) => {
  const { t } = useTranslation('talk');
  const { type } = move.answer;
  if (type !== 'transferred' && type !== 'failed') return <span className="hint">{t($ => $.asked[type])}</span>;
  return (
    <select
      className="plain-choice"
      aria-label={t($ => $.tests.outcome)}
      value={type}
      onChange={({ target }) =>
        onChange({
          ...move,
          answer:
            target.value === 'transferred' ? { type: 'transferred', to: '' } : { type: 'failed', because: 'nobody' },
        })
      }
    >
      {(['transferred', 'failed'] as const).map(outcome => (
        <option key={outcome} value={outcome}>
          {t($ => $.tests.outcomes[outcome])}
        </option>
      ))}
    </select>
  );
};

const MoveFields = ({ move, onChange }: { readonly move: TalkMove; readonly onChange: (move: TalkMove) => void }) => {
  const { t } = useTranslation('talk');
  switch (move.does) {
    case 'say':
    case 'over':
      return (
        <>
          <input
            className="field"
            aria-label={t($ => $.tests.text)}
            value={move.text}
            maxLength={talkLimits.textChars}
            onChange={event => onChange({ ...move, text: event.target.value })}
          />
          {move.does === 'over' && (
            <input
              className="field is-number"
              aria-label={t($ => $.tests.ms)}
              type="number"
              value={move.afterMs}
              onChange={event => onChange({ ...move, afterMs: number(event.target.value, talkLimits.afterMs) })}
            />
          )}
        </>
      );
    case 'press':
      return (
        <input
          className="field"
          aria-label={t($ => $.move.keys)}
          value={move.keys}
          maxLength={talkLimits.keys}
          onChange={event => onChange({ ...move, keys: event.target.value.replace(/[^0-9*#]/g, '') })}
        />
      );
    case 'silent':
    case 'cough':
      return (
        <input
          className="field is-number"
          aria-label={t($ => $.tests.ms)}
          type="number"
          value={move.ms}
          onChange={event =>
            onChange({
              ...move,
              ms: number(event.target.value, move.does === 'silent' ? talkLimits.silentMs : talkLimits.coughMs),
            })
          }
        />
      );
    case 'answer':
      return <Outcome move={move} onChange={onChange} />;
    case 'hangUp':
      return null;
  }
};

/** What the callee does, step by step. */
export const MovesField = ({ moves, onChange }: MovesProps) => {
  const { t } = useTranslation('talk');
  const put = (index: number, move: TalkMove) => onChange(moves.with(index, move));
  const swap = (index: number, other: number) => onChange(moves.with(index, moves[other]!).with(other, moves[index]!));
  return (
    <fieldset className="tests-moves grid gap-8">
      <legend>{t($ => $.tests.moves)}</legend>
      <ol className="grid gap-6">
        {placed(moves, ({ does }) => does).map(({ item: move, at: index, key }) => (
          <li className="row gap-6" key={key}>
            <select
              className="plain-choice is-kind"
              aria-label={t($ => $.tests.turn, { n: index + 1 })}
              value={move.does}
              onChange={event => {
                const does = kinds.find(kind => kind === event.target.value);
                if (does) put(index, blank(does));
              }}
            >
              {kinds.map(kind => (
                <option key={kind} value={kind}>
                  {t($ => $.does[kind])}
                </option>
              ))}
            </select>
            <MoveFields move={move} onChange={changed => put(index, changed)} />
            <button
              type="button"
              className="icon-button"
              aria-label={t($ => $.tests.up)}
              disabled={index === 0}
              onClick={() => swap(index, index - 1)}
            >
              <ArrowUp size={14} aria-hidden="true" />
            </button>
            <button
              type="button"
              className="icon-button"
              aria-label={t($ => $.tests.down)}
              disabled={index === moves.length - 1}
              onClick={() => swap(index, index + 1)}
            >
              <ArrowDown size={14} aria-hidden="true" />
            </button>
            <button
              type="button"
              className="icon-button"
              aria-label={t($ => $.tests.remove)}
              onClick={() => onChange(moves.toSpliced(index, 1))}
            >
              <X size={14} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ol>
      <button type="button" className="button is-bare" onClick={() => onChange([...moves, { does: 'say', text: '' }])}>
        <Plus size={14} aria-hidden="true" />
        {t($ => $.tests.addMove)}
      </button>
    </fieldset>
  );
};
