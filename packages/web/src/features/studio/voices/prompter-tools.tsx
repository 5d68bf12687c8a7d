import { voiceLimits } from '@lianxian/contract';
import { Download, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { matchFile } from '../../../sound/match-files.ts';
import { useDoubts } from '../../../sound/use-doubts.ts';
import { useSendFile } from '../../../sound/use-send-file.ts';
import { Button } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { Segments } from '../../../ui/segments.tsx';
import { toast } from '../../../ui/toast.ts';
import { useDraft } from '../draft/draft-store.ts';
import { voiceOf, withSpeaker, withVoice } from './choice.ts';
import { listAsCsv, type ToRecord } from './parts-to-record.ts';
import { keepSpeaker, type NewTake, useAddTake } from './use-voices.ts';

interface PrompterToolsProps {
  readonly planId: string;
  readonly all: readonly ToRecord[];
  readonly open: readonly ToRecord[];
  readonly speakers: readonly string[];
  readonly speaker: string;
  readonly onSpeaker: (speaker: string) => void;
}

const download = (name: string, text: string): void => {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  URL.revokeObjectURL(url);
};

/** A file that was sent and not saved yet, for it hardly is what it was sent for. */
interface Doubtful {
  readonly take: NewTake;
  readonly said: string;
}
/** Told one by one; more are only counted. */
const mostTold = 5;

/**
 * Files named after their sentences, or numbered as the list is, become recordings one after the other. What can hardly be
 * the sentence it is called after is saved when one says so.
 */
const useManyFiles = ({ planId, all, speaker }: PrompterToolsProps) => {
  const { t } = useTranslation('voices');
  const sendFile = useSendFile();
  const doubtsIn = useDoubts();
  const add = useAddTake(planId);
  const [isBusy, setBusy] = useState(false);
  const [doubtful, setDoubtful] = useState<readonly Doubtful[]>([]);
  // What was refused its toast has told.
  const saved = (take: NewTake): Promise<number> =>
    add.mutateAsync(take).then(
      () => 1,
      () => 0,
    );
  const tell = (n: number) => {
    if (n > 0) toast.ok(t($ => $.prompter.matched, { n }));
  };
  const read = async (file: File): Promise<Doubtful | null> => {
    const subject = matchFile(file.name, all);
    if (subject === null) {
      toast.bad(t($ => $.prompter.unmatched, { name: file.name }));
      return null;
    }
    const sent = await sendFile(file);
    if (sent === null) return null;
    const { place, text } = subject;
    const said = doubtsIn(text, sent).map(doubt => t($ => $.prompter.doubt, { name: file.name, text, doubt }));
    return { take: { place, text, speaker, source: 'upload', sound: sent.sound }, said: said.join(' ') };
  };
  const take = async (files: readonly File[]) => {
    setBusy(true);
    const odd: Doubtful[] = [];
    let count = 0;
    for (const file of files) {
      const sent = await read(file);
      if (sent?.said) odd.push(sent);
      else if (sent) count += await saved(sent.take);
    }
    tell(count);
    setDoubtful(odd);
    setBusy(false);
  };
  const saveDoubtful = async () => {
    setDoubtful([]);
    let count = 0;
    for (const { take: each } of doubtful) count += await saved(each);
    tell(count);
  };
  return { isBusy, take, doubtful, saveDoubtful, forget: () => setDoubtful([]) };
};

/** Above the list: whose voice the plan has, who records now, the list to take away, many files at once. */
export const PrompterTools = (props: PrompterToolsProps) => {
  const { open, speakers, speaker, onSpeaker } = props;
  const { t } = useTranslation('voices');
  const voice = useDraft(({ plan }) => voiceOf(plan));
  const name = useDraft(draft => draft.name);
  const change = useDraft(draft => draft.change);
  const files = useRef<HTMLInputElement>(null);
  const { isBusy, take, doubtful, saveDoubtful, forget } = useManyFiles(props);
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
          download(
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
      {doubtful.length > 0 && (
        <Confirm
          title={t($ => $.prompter.doubtful, { n: doubtful.length })}
          text={[
            ...doubtful.slice(0, mostTold).map(({ said }) => said),
            ...(doubtful.length > mostTold ? [t($ => $.prompter.moreDoubts, { n: doubtful.length - mostTold })] : []),
          ].join('\n')}
          okText={t($ => $.prompter.saveAnyway)}
          cancelText={t($ => $.prompter.notSaved)}
          onCancel={forget}
          onOk={() => void saveDoubtful()}
        />
      )}
    </div>
  );
};
