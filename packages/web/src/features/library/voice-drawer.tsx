import { baseUses, pieceUses, voiceLimits } from '@lianxian/contract';
import { Download, Trash2, Upload } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { serverUrl } from '../../api/settings.ts';
import { SoundStrip } from '../../sound/sound-strip.tsx';
import { useDoubts } from '../../sound/use-doubts.ts';
import { useSendFile } from '../../sound/use-send-file.ts';
import { Button } from '../../ui/button.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { FormField } from '../../ui/form-field.tsx';
import { toast } from '../../ui/toast.ts';
import { KindFields } from './kind-fields.tsx';
import { type LibraryVoice, ticketOf, type Use, useRemoveVoice, useSaveVoice } from './use-library.ts';

const saveFile = async (id: string, text: string): Promise<void> => {
  const href = serverUrl(await ticketOf(id)());
  Object.assign(document.createElement('a'), { href, download: `${text.slice(0, 40)}.wav` }).click();
};

/** Plans that say its text. */
const UsedIn = ({ plans }: Pick<LibraryVoice, 'plans'>) => {
  const { t } = useTranslation('voices');
  if (plans.length === 0) return <p className="flex gap-8 wrap ink2">{t($ => $.library.unused)}</p>;
  return (
    <p className="flex gap-8 wrap ink2">
      {t($ => $.library.columns.plans)}：
      {plans.map(({ id, name, published }) => (
        <a key={id} href={`/plan/${id}`}>
          {published ? `${name}（${t($ => $.library.published)}）` : name}
        </a>
      ))}
    </p>
  );
};

interface VoiceDrawerProps {
  readonly voice: LibraryVoice;
  readonly mayEdit: boolean;
  readonly onClose: () => void;
}

/** One recording: heard, renamed, replaced, taken along, removed. */
export const VoiceDrawer = ({ voice, mayEdit, onClose }: VoiceDrawerProps) => {
  const { t } = useTranslation('voices');
  const { id, text: before, kind, use, speaker, peaks, durationMs, plans } = voice;
  const [text, setText] = useState(before);
  const [facts, setFacts] = useState({ kind, use: use as Use | '', speaker });
  const [isSending, setSending] = useState(false);
  const save = useSaveVoice();
  const remove = useRemoveVoice(onClose);
  const sendFile = useSendFile();
  const doubtsIn = useDoubts();
  const file = useRef<HTMLInputElement>(null);
  const field = useId();
  const store = (sound: string | null) =>
    save.mutate(
      { ...facts, text: text.trim(), id, sound, source: 'upload' },
      { onSuccess: () => toast.ok(t($ => $.saved)) },
    );
  const replace = async (picked: File) => {
    setSending(true);
    const sent = await sendFile(picked);
    setSending(false);
    if (sent === null) return;
    for (const said of doubtsIn(text, sent)) toast.bad(said);
    store(sent.sound);
  };
  return (
    <Drawer
      title={before}
      subject={id}
      closeLabel={t($ => $.library.close)}
      onClose={onClose}
      footer={
        <>
          {mayEdit && (
            <>
              <Button kind="primary" disabled={text.trim() === ''} loading={save.isPending} onClick={() => store(null)}>
                {t($ => $.library.edit)}
              </Button>
              <Button icon={<Upload size={14} />} loading={isSending} onClick={() => file.current?.click()}>
                {t($ => $.library.replace)}
              </Button>
            </>
          )}
          <Button icon={<Download size={14} />} onClick={() => void saveFile(id, before).catch(() => undefined)}>
            {t($ => $.library.download)}
          </Button>
          {mayEdit && (
            <Button danger icon={<Trash2 size={14} />} loading={remove.isPending} onClick={() => remove.mutate(id)}>
              {t($ => $.remove)}
            </Button>
          )}
        </>
      }
    >
      <div className="library-voice-form stack gap-14">
        <SoundStrip
          name={id}
          label={t($ => $.play, { text: before })}
          find={ticketOf(id)}
          peaks={peaks}
          durationMs={durationMs}
        />
        <UsedIn plans={plans} />
        <FormField id={field} label={t($ => $.library.text)}>
          <textarea
            className="boxed"
            id={field}
            rows={3}
            maxLength={voiceLimits.textChars}
            value={text}
            onChange={event => setText(event.target.value)}
          />
        </FormField>
        <KindFields facts={facts} onChange={setFacts} uses={{ base: baseUses, piece: pieceUses }} />
      </div>
      <input
        ref={file}
        type="file"
        hidden
        accept="audio/*"
        aria-label={t($ => $.library.replace)}
        onChange={event => {
          const [picked] = event.target.files ?? [];
          event.target.value = '';
          if (picked) void replace(picked);
        }}
      />
    </Drawer>
  );
};
