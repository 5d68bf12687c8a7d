import { baseUses, pieceUses, voiceLimits } from '@lianxian/contract';
import { X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SoundStrip } from '../../sound/sound-strip.tsx';
import { useDoubts } from '../../sound/use-doubts.ts';
import { Button } from '../../ui/button.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { toast } from '../../ui/toast.ts';
import { KindFields } from './kind-fields.tsx';
import { useSaveVoice, type VoiceFacts } from './use-library.ts';
import type { Upload, Uploads } from './use-uploads.ts';

const UploadRow = ({ upload, uploads }: { upload: Upload; uploads: Uploads }) => {
  const { t } = useTranslation('voices');
  const { key, file, text, part, state, sound } = upload;
  const [url] = useState(() => URL.createObjectURL(file));
  const percent = Math.round(part * 100);
  const doubtsIn = useDoubts();
  return (
    <li className="stack gap-6">
      <input
        aria-label={t($ => $.library.files.text, { name: file.name })}
        value={text}
        maxLength={voiceLimits.textChars}
        placeholder={t($ => $.library.files.missing)}
        onChange={event => uploads.rename(key, event.target.value)}
      />
      <div className="library-file row gap-10">
        <span className="cut fill" title={file.name}>
          {file.name}
        </span>
        {state === 'sending' && (
          <progress max={100} value={percent} aria-label={t($ => $.library.files.converting, { n: percent })} />
        )}
        {state === 'failed' && (
          <span className="is-failed">
            {t($ => $.library.files.failed)}
            <button type="button" className="link" onClick={() => uploads.again(upload)}>
              {t($ => $.retry)}
            </button>
          </span>
        )}
        {sound && (
          <SoundStrip
            name={key}
            label={t($ => $.play, { text: file.name })}
            find={async () => url}
            peaks={sound.peaks}
            durationMs={sound.durationMs}
          />
        )}
        <button
          type="button"
          className="icon-button"
          aria-label={t($ => $.library.files.cancel, { name: file.name })}
          onClick={() => {
            URL.revokeObjectURL(url);
            uploads.drop([key]);
          }}
        >
          <X size={14} aria-hidden="true" />
        </button>
      </div>
      {sound &&
        doubtsIn(text, sound).map(said => (
          <p key={said} className="library-doubt small">
            {said}
          </p>
        ))}
    </li>
  );
};

/** Files that were dropped: sent, heard, given their texts, saved together. */
export const UploadPanel = ({ uploads, onClose }: { uploads: Uploads; onClose: () => void }) => {
  const { t } = useTranslation('voices');
  const [facts, setFacts] = useState<Omit<VoiceFacts, 'text'>>({ kind: 'sentence', use: '', speaker: '' });
  const [isSaving, setSaving] = useState(false);
  const save = useSaveVoice();
  const ready = uploads.uploads.filter(({ state, text }) => state === 'ready' && text.trim() !== '');
  const saveAll = async () => {
    setSaving(true);
    const saved: string[] = [];
    for (const { key, text, sound } of ready) {
      const voice = { ...facts, text: text.trim(), id: null, sound: sound?.sound ?? null, source: 'upload' } as const;
      await save.mutateAsync(voice).then(
        () => saved.push(key),
        () => undefined,
      );
    }
    setSaving(false);
    uploads.drop(saved);
    if (saved.length > 0) toast.ok(t($ => $.library.files.saved, { n: saved.length }));
    if (saved.length === uploads.uploads.length) onClose();
  };
  return (
    <Drawer
      title={t($ => $.library.files.title)}
      closeLabel={t($ => $.library.close)}
      onClose={onClose}
      footer={
        <Button kind="primary" disabled={ready.length === 0} loading={isSaving} onClick={() => void saveAll()}>
          {t($ => $.library.files.saveAll, { n: ready.length })}
        </Button>
      }
    >
      <div className="library-voice-form stack gap-14">
        <KindFields facts={facts} onChange={setFacts} uses={{ base: baseUses, piece: pieceUses }} />
        <ul className="library-uploads stack gap-12">
          {uploads.uploads.map(upload => (
            <UploadRow key={upload.key} upload={upload} uploads={uploads} />
          ))}
        </ul>
      </div>
    </Drawer>
  );
};
