import { endpoints, voiceCopyMs } from '@lianxian/contract';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { FormField } from '../../ui/form-field.tsx';

/** More recordings than anybody looks through in a list. */
const mostShown = 100;

/** Of a sentence: enough to know it by, and its seconds are still seen. */
const mostChars = 24;
const short = (text: string): string => (text.length > mostChars ? `${text.slice(0, mostChars)}…` : text);

/** Recordings of the library that are long enough to copy a voice from, newest first. */
const useCopyable = () =>
  useQuery({
    queryKey: ['audio/list', 'copyable'],
    queryFn: ({ signal }) =>
      call(
        endpoints.audio.list,
        { minMs: voiceCopyMs.least, maxMs: voiceCopyMs.most, limit: mostShown },
        { signal, quiet: true },
      ),
  });

/** Whose voice CosyVoice speaks with: a speaker of its model, or that of a recording. */
export const CopyField = ({ value, onPick }: { value: string; onPick: (id: string) => void }) => {
  const { t } = useTranslation('speech');
  const id = useId();
  const { data } = useCopyable();
  const list = data?.list ?? [];
  const hint = data && list.length === 0 ? t($ => $.form.noCopies) : t($ => $.form.copyHint);
  return (
    <FormField id={id} label={t($ => $.form.copies)} hint={hint}>
      <select
        id={id}
        className="plain-select"
        aria-describedby={`${id}-note`}
        value={value}
        onChange={event => onPick(event.target.value)}
      >
        <option value="">{t($ => $.form.noCopy)}</option>
        {value !== '' && !list.some(voice => voice.id === value) && <option value={value}>{t($ => $.copied)}</option>}
        {list.map(({ id: voice, text, speaker, durationMs }) => (
          <option key={voice} value={voice}>
            {speaker === ''
              ? t($ => $.form.copyOf, { text: short(text) })
              : t($ => $.form.copySpeaker, {
                  speaker: short(speaker),
                  text: short(text),
                  n: Math.round(durationMs / 1_000),
                })}
          </option>
        ))}
      </select>
    </FormField>
  );
};
