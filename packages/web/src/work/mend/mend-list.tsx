import type { Mend } from '@lianxian/contract';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { readingText } from './reading-text.ts';

interface MendListProps {
  readonly mends: readonly Mend[];
  readonly picked: Mend | null;
  readonly onPick: (kind: Mend['kind']) => void;
}

/** The ways there are, each with what the line would be understood as. */
export const MendList = ({ mends, picked, onPick }: MendListProps) => {
  const { t } = useTranslation('mend');
  const name = useId();
  if (mends.length === 0) return null;
  return (
    <fieldset className="mend-list stack gap-6">
      <legend className="ink2">{t($ => $.ways)}</legend>
      {mends.map(({ kind, text, holds, becomes }) => (
        <label key={kind} className="row gap-8">
          <input type="radio" name={name} checked={kind === picked?.kind} onChange={() => onPick(kind)} />
          <span className="fill">{t($ => $.way[kind], { text })}</span>
          <small className={holds ? 'is-ok' : 'is-warn'}>
            {holds
              ? t($ => $.holds)
              : becomes
                ? t($ => $.still, { name: readingText(becomes) })
                : t($ => $.stillNothing)}
          </small>
        </label>
      ))}
    </fieldset>
  );
};
