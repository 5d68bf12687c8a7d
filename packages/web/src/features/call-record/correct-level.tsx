import { endpoints, fieldChars } from '@lianxian/contract';
import { levels } from '@lianxian/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { when } from '../../ui/format.ts';
import { Level, type LevelWord } from '../../ui/level.tsx';
import type { Detail } from './marks.ts';
import { type Correcting, useCorrectLevel } from './use-correct-level.ts';
import '../../ui/input.css';
import './correct-level.css';

const whyChars = fieldChars(endpoints.level.correct.input, 'why');

/** Who set the level by hand, when and why, and what the rules had said. */
const Note = ({ correction }: { correction: NonNullable<Detail['correction']> }) => {
  const { t } = useTranslation('shell');
  const at = when(
    correction.at,
    new Date(),
    t($ => $.calls.today),
  );
  const why = correction.why && t($ => $.correct.because, { why: correction.why });
  const { by } = correction;
  return (
    <p className="correct-level hint">
      {correction.ruledLevel === correction.level
        ? t($ => $.correct.noteSame, { by, at, why })
        : t($ => $.correct.note, { by, at, why, level: correction.ruledLevel ?? '—' })}
    </p>
  );
};

/** The reason that the merchant wants, in place; Enter sends it, Esc leaves the level as it is. */
const Why = ({ level, correcting }: { level: LevelWord; correcting: Correcting }) => {
  const { t } = useTranslation('shell');
  const [why, setWhy] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const send = () => {
    if (why.trim() !== '') void correcting.correct(level, why);
  };
  const leave = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') send();
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    correcting.dropWish();
  };
  return (
    <div className="correct-level-reason row gap-8">
      <input
        ref={field}
        className="input fill"
        aria-label={t($ => $.correct.why, { level })}
        placeholder={t($ => $.correct.whyHint)}
        maxLength={whyChars}
        value={why}
        onChange={event => setWhy(event.target.value)}
        onKeyDown={leave}
      />
      <Button kind="primary" size="small" disabled={why.trim() === ''} onClick={send}>
        {t($ => $.correct.save)}
      </Button>
      <Button kind="text" size="small" onClick={correcting.dropWish}>
        {t($ => $.correct.cancel)}
      </Button>
    </div>
  );
};

/** A to F side by side: one is taken at once. The same as the rules' says that they were right. */
export const LevelChoice = ({ correcting, onChosen }: { correcting: Correcting; onChosen?: () => void }) => {
  const { t } = useTranslation('shell');
  const { level, wants, undo } = correcting;
  return (
    <>
      <div className="row gap-8 wrap">
        <fieldset className="correct-level-choice flex gap-4" aria-label={t($ => $.correct.choose)}>
          {levels.map(each => (
            <button
              key={each}
              type="button"
              aria-pressed={each === level}
              aria-label={t($ => $.correct.to, { level: each })}
              onClick={() => {
                void correcting.correct(each);
                onChosen?.();
              }}
            >
              <Level level={each} />
            </button>
          ))}
        </fieldset>
        <span className="hint" role="status">
          {undo && (
            <>
              {t($ => $.correct.saved, { level })}{' '}
              <button type="button" className="link" onClick={undo}>
                {t($ => $.correct.undo)}
              </button>
            </>
          )}
        </span>
      </div>
      {wants && <Why key={wants} level={wants} correcting={correcting} />}
    </>
  );
};

/** The level of an answered call, set by hand: with who and when. */
export const CorrectLevel = ({ call }: { call: Detail }) => {
  const correcting = useCorrectLevel(call);
  return (
    <div className="correct-level-part">
      <LevelChoice correcting={correcting} />
      {call.correction && <Note correction={call.correction} />}
    </div>
  );
};
