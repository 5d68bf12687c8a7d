import type { RereadLine } from '@lianxian/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { ErrorPanel } from '../../ui/panels.tsx';
import { Segments } from '../../ui/segments.tsx';
import { readingText } from './reading-text.ts';
import { type Rereading, useReread } from './use-reread.ts';
import './mend.css';

const Changed = ({ line }: { line: RereadLine }) => {
  const { t } = useTranslation('mend');
  const nothing = t($ => $.reread.nothing);
  return (
    <li className="stack">
      <Link to={`/platform/call/${line.callId}?t=${Math.floor(line.atMs / 1_000)}`}>“{line.text}”</Link>
      <small className="hint">
        {t($ => $.reread.change, {
          was: line.was ? readingText(line.was) : nothing,
          becomes: line.becomes ? readingText(line.becomes) : nothing,
        })}
      </small>
    </li>
  );
};

const Changes = ({ reading }: { reading: Rereading }) => {
  const { t } = useTranslation('mend');
  const [shows, setShows] = useState<RereadLine['is']>('worse');
  const shown = reading.changes.filter(({ is }) => is === shows);
  if (reading.better + reading.worse === 0) return null;
  return (
    <>
      <Segments
        label={t($ => $.reread.which)}
        value={shows}
        options={[
          { value: 'worse', text: t($ => $.reread.worse, { count: reading.worse }) },
          { value: 'better', text: t($ => $.reread.better, { count: reading.better }) },
        ]}
        onChange={setShows}
      />
      <ul className="mend-reread-list stack gap-6">
        {shown.map(line => (
          <Changed key={`${line.callId} ${line.line}`} line={line} />
        ))}
      </ul>
    </>
  );
};

/** What callees said in the last days, read again with the draft: what would be understood better, worse, or as it was. */
export const Reread = ({ planId }: { planId: string }) => {
  const { t } = useTranslation('mend');
  const { reading, begin, stop } = useReread(planId);
  const isReading = reading?.state === 'reading';
  return (
    <section className="mend-reread stack gap-8" aria-label={t($ => $.reread.title)}>
      <div className="row gap-8">
        <span className="fill" aria-live="polite">
          {reading === null ? t($ => $.reread.hint) : t($ => $.reread[reading.state], { ...reading })}
        </span>
        <Button onClick={isReading ? stop : begin}>{isReading ? t($ => $.reread.stop) : t($ => $.reread.begin)}</Button>
      </div>
      {isReading && (
        <progress max={Math.max(1, reading.calls)} value={reading.read} aria-label={t($ => $.reread.title)} />
      )}
      {reading?.state === 'failed' && (
        <ErrorPanel title={t($ => $.reread.failed)} error={reading.error} onAgain={begin} />
      )}
      {reading && (
        <>
          <p className="hint">{t($ => $.reread.sums, { ...reading })}</p>
          <Changes reading={reading} />
        </>
      )}
    </section>
  );
};
