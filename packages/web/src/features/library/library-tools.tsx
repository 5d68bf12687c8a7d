import { endpoints, fieldChars, voiceKinds } from '@lianxian/contract';
import { Upload } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Segments } from '../../ui/segments.tsx';
import { type LibraryFilter, usePlans } from './use-library.ts';

interface LibraryToolsProps {
  readonly filter: LibraryFilter;
  readonly onFilter: (part: Partial<LibraryFilter>) => void;
  readonly speakers: readonly string[];
  readonly mayEdit: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

const kinds = ['all', ...voiceKinds] as const;

/** Search, kind, speaker, plan; and the way in for files. */
export const LibraryTools = ({ filter, onFilter, speakers, mayEdit, onFiles }: LibraryToolsProps) => {
  const { t } = useTranslation('voices');
  const plans = usePlans().data?.list ?? [];
  const files = useRef<HTMLInputElement>(null);
  return (
    <div className="library-tools row gap-10 wrap">
      <h1>{t($ => $.library.title)}</h1>
      <Segments
        label={t($ => $.library.kind)}
        options={kinds.map(value => ({ value, text: t($ => $.library.kinds[value]) }))}
        value={filter.kind}
        onChange={kind => onFilter({ kind })}
      />
      <input
        type="search"
        aria-label={t($ => $.library.search)}
        placeholder={t($ => $.library.search)}
        value={filter.q}
        maxLength={fieldChars(endpoints.audio.list.input, 'q')}
        onChange={event => onFilter({ q: event.target.value })}
      />
      <select
        className="plain-select"
        aria-label={t($ => $.speaker)}
        value={filter.speaker}
        onChange={event => onFilter({ speaker: event.target.value })}
      >
        <option value="">{t($ => $.library.anySpeaker)}</option>
        {speakers.map(speaker => (
          <option key={speaker}>{speaker}</option>
        ))}
      </select>
      <select
        className="plain-select"
        aria-label={t($ => $.library.plan)}
        value={filter.planId}
        onChange={event => onFilter({ planId: event.target.value })}
      >
        <option value="">{t($ => $.library.anyPlan)}</option>
        {plans.map(({ id, planName }) => (
          <option key={id} value={id}>
            {planName}
          </option>
        ))}
      </select>
      {mayEdit && (
        <>
          <Button kind="primary" icon={<Upload size={14} aria-hidden="true" />} onClick={() => files.current?.click()}>
            {t($ => $.library.upload)}
          </Button>
          <input
            ref={files}
            type="file"
            hidden
            multiple
            accept="audio/*"
            aria-label={t($ => $.library.upload)}
            onChange={event => {
              onFiles([...(event.target.files ?? [])]);
              event.target.value = '';
            }}
          />
        </>
      )}
    </div>
  );
};
