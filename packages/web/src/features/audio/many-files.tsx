import { Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { matchFile } from '../../sound/match-files.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { toast } from '../../ui/toast.ts';
import type { Sentence } from './use-orders.ts';
import type { Takes } from './use-takes.ts';

interface Matched {
  readonly file: File;
  readonly sentence: Sentence | null;
}

/** Which file goes where: shown before anything is handed in; what fits nothing, or what another file has, goes nowhere. */
const matched = (files: readonly File[], list: readonly Sentence[]): readonly Matched[] => {
  const taken = new Set<number>();
  return files.map(file => {
    const found = matchFile(file.name, list);
    const sentence = found === null || taken.has(found.number) ? null : found;
    if (sentence) taken.add(sentence.number);
    return { file, sentence };
  });
};

/** Many files at once, by the number or the text in their names. */
export const ManyFiles = ({ list, takes }: { list: readonly Sentence[]; takes: Takes }) => {
  const { t } = useTranslation('audio');
  const input = useRef<HTMLInputElement>(null);
  const [files, setFiles] = useState<readonly Matched[]>([]);
  const [isBusy, setBusy] = useState(false);
  const fitting = files.filter(({ sentence }) => sentence !== null);
  const handIn = async () => {
    setBusy(true);
    for (const { file, sentence } of fitting)
      if ((await takes.add(sentence!.number, file, true)) === null)
        toast.bad(t($ => $.many.unreadable, { name: file.name }));
    setBusy(false);
    setFiles([]);
  };
  return (
    <>
      <Button
        icon={<Upload size={14} aria-hidden="true" />}
        title={t($ => $.many.hint)}
        disabled={list.length === 0}
        onClick={() => input.current?.click()}
      >
        {t($ => $.many.button)}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept="audio/*"
        aria-label={t($ => $.many.button)}
        onChange={event => {
          setFiles(matched([...(event.target.files ?? [])], list));
          event.target.value = '';
        }}
      />
      {files.length > 0 && (
        <Modal title={t($ => $.many.title)} closeLabel={t($ => $.close)} onClose={() => setFiles([])}>
          <div className="modal-body stack gap-12">
            <ul className="audio-files stack gap-6">
              {files.map(({ file, sentence }) => (
                <li key={file.name} className="row gap-10">
                  <span className="cut fill">{file.name}</span>
                  <span className={sentence ? 'cut fill' : 'cut fill audio-bad'}>
                    {sentence
                      ? t($ => $.many.goesTo, { n: sentence.number, text: sentence.text })
                      : t($ => $.many.nowhere)}
                  </span>
                </li>
              ))}
            </ul>
            <footer className="flex gap-8 to-end">
              <Button onClick={() => setFiles([])}>{t($ => $.cancel)}</Button>
              <Button kind="primary" disabled={fitting.length === 0} loading={isBusy} onClick={() => void handIn()}>
                {t($ => $.many.ok, { n: fitting.length })}
              </Button>
            </footer>
          </div>
        </Modal>
      )}
    </>
  );
};
