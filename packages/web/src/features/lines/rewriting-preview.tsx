import { type Rewriting, rewritingExamples, rewritten } from '@lianxian/core';
import { ArrowRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';

/** What comes of a few numbers: the same rule that the dialler uses. */
export const RewritingPreview = ({ rewriting }: { rewriting: Rewriting }) => {
  const { t } = useTranslation('lines');
  return (
    <ul className="lines-rewriting-preview flex wrap small" aria-label={t($ => $.form.preview)} aria-live="polite">
      {rewritingExamples.map(({ number, province }) => {
        const written = rewritten(number, rewriting, province);
        return (
          <li key={number} className={written === null ? 'is-never' : undefined}>
            <span className="key">{province}</span> {number} <ArrowRight size={13} aria-hidden="true" />{' '}
            <b>{written ?? t($ => $.form.never)}</b>
          </li>
        );
      })}
    </ul>
  );
};
