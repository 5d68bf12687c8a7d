import { voiceLimits } from '@lianxian/contract';
import { Download, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { matchFile } from '../../../sound/match-files.ts';
import { Button } from '../../../ui/button.tsx';
import { Segments } from '../../../ui/segments.tsx';
import { toast } from '../../../ui/toast.ts';
import { useDraft } from '../draft/draft-store.ts';
import { voiceOf, withSpeaker, withVoice } from './choice.ts';
import { listAsCsv, type ToRecord } from './parts-to-record.ts';
import { keepSpeaker, useAddTake, useSend } from './use-voices.ts';

interface PrompterToolsProps {
  readonly planId: string;
  readonly all: readonly ToRecord[];
  readonly open: readonly ToRecord[];
  readonly speakers: readonly string[];
  readonly speaker: string;
  readonly onSpeaker: (speaker: string) => void;
}

const save = (name: string, text: string): void => {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  URL.revokeObjectURL(url);
};

/** Files named after their sentences, or numbered as the list is, become recordings one after the other. */
const useManyFiles = ({ planId, open, all, speaker }: PrompterToolsProps) => {
  const { t } = useTranslation('voices');
  const send = useSend();
  const add = useAddTake(planId);
  const [isBusy, setBusy] = useState(false);
  const take = async (files: readonly File[]) => {
    setBusy(true);
    let saved = 0;
    for (const file of files) {
      const subject = matchFile(file.name, all, open);
      if (subject === null) {
        toast.bad(t($ => $.prompter.unmatched, { name: file.name }));
        continue;
      }
      const sent = await send.mutateAsync(file).catch(() => null);
      if (sent === null) continue;
      const { place, text } = subject;
      await add
        .mutateAsync({ place, text, speaker, source: 'upload', sound: sent.sound })
        .then(() => {
          saved += 1;
        })
        .catch(() => undefined);
    }
    setBusy(false);
    if (saved > 0) toast.ok(t($ => $.prompter.matched, { n: saved }));
  };
  return { isBusy, take };
};

/** Above the list: whose voice the plan has, who records now, the list to take away, many files at once. */
export const PrompterTools = (props: PrompterToolsProps) => {
  const { open, speakers, speaker, onSpeaker } = props;
  const { t } = useTranslation('voices');
  const voice = useDraft(({ plan }) => voiceOf(plan));
  const name = useDraft(draft => draft.name);
  const change = useDraft(draft => draft.change);
  const files = useRef<HTMLInputElement>(null);
  const { isBusy, take } = useManyFiles(props);
  const head = [t($ => $.prompter.number), t($ => $.prompter.place), t($ => $.prompter.text)];
  return (
    <div className="voices-prompter-tools row gap-8 wrap fill">
      <Segments
        label={t($ => $.prompter.voice)}
        options={[
          { value: 'recorded', text: t($ => $.prompter.recorded) },
          { value: 'synthesised', text: t($ => $.prompter.synthesised) },
        ]}
        value={voice.source}
        onChange={source =>
          change(
            plan => withVoice(plan, { source }),
            t($ => $.prompter.voice),
          )
        }
      />
      <select
        className="plain-select"
        aria-label={t($ => $.prompter.voice)}
        value={voice.speaker ?? ''}
        onChange={event =>
          change(
            plan => withSpeaker(plan, event.target.value),
            t($ => $.prompter.voice),
          )
        }
      >
        <option value="">{t($ => $.prompter.anybody)}</option>
        {[...new Set([...speakers, ...(voice.speaker === undefined ? [] : [voice.speaker])])].map(each => (
          <option key={each}>{each}</option>
        ))}
      </select>
      <label className="voices-who row gap-6 ink2">
        {t($ => $.speaker)}
        <input
          value={speaker}
          maxLength={voiceLimits.speakerChars}
          onChange={event => {
            keepSpeaker(event.target.value);
            onSpeaker(event.target.value);
          }}
        />
      </label>
      <span className="push fill" />
      <Button
        icon={<Download size={14} aria-hidden="true" />}
        disabled={open.length === 0}
        onClick={() =>
          save(
            `${name}.csv`,
            listAsCsv(
              open,
              head,
              t($ => $.prompter.defaults),
            ),
          )
        }
      >
        {t($ => $.prompter.export)}
      </Button>
      <Button
        icon={<Upload size={14} aria-hidden="true" />}
        loading={isBusy}
        title={t($ => $.prompter.uploadHint)}
        onClick={() => files.current?.click()}
      >
        {t($ => $.prompter.upload)}
      </Button>
      <input
        ref={files}
        type="file"
        hidden
        multiple
        accept="audio/*"
        aria-label={t($ => $.prompter.upload)}
        onChange={event => {
          void take([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
    </div>
  );
};
