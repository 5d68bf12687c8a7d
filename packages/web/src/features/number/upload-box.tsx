import { customerFieldWord, endpoints } from '@lianxian/contract';
import { FileSpreadsheet, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { upload } from '../../api/upload.ts';
import { saidLanguage } from '../../text/said.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { uses } from './sheet-columns.ts';

export interface Uploaded {
  readonly fileId: string;
  readonly name: string;
}

const { maxBytes, extensions } = endpoints.customerSheets.upload.upload ?? { maxBytes: 0, extensions: [] };
const accepted = extensions.map(extension => `.${extension}`).join(',');
const bom = '\ufeff';

/** A sheet of titles alone, as a file that every spreadsheet opens. */
const saveTemplate = (name: string): void => {
  const titles = uses.map(use => customerFieldWord(use, saidLanguage())).join(',');
  const url = URL.createObjectURL(new Blob([`${bom}${titles}\r\n`], { type: 'text/csv' }));
  Object.assign(document.createElement('a'), { href: url, download: `${name}.csv` }).click();
  URL.revokeObjectURL(url);
};

/** A sheet chosen or dropped, and how far it has gone up; going up can be broken off. */
export const UploadBox = ({ file, onFile }: { file: Uploaded | null; onFile: (file: Uploaded) => void }) => {
  const { t } = useTranslation('number');
  const input = useRef<HTMLInputElement>(null);
  const going = useRef<AbortController | null>(null);
  const [part, setPart] = useState<number | null>(null);
  const [over, setOver] = useState(false);
  const send = async (chosen: File | undefined) => {
    if (!chosen) return;
    if (!extensions.includes(chosen.name.split('.').at(-1)?.toLowerCase() ?? ''))
      return toast.bad(t($ => $.imports.wrongKind));
    if (chosen.size > maxBytes) return toast.bad(t($ => $.imports.tooLarge));
    const control = new AbortController();
    going.current = control;
    setPart(0);
    try {
      const { fileId, name } = await upload(endpoints.customerSheets.upload, chosen, {
        signal: control.signal,
        onProgress: setPart,
      });
      onFile({ fileId, name });
    } catch {
      // Anything but our own breaking off has shown its toast.
      if (control.signal.aborted) toast.info(t($ => $.imports.stopped));
    } finally {
      setPart(null);
    }
  };
  if (part !== null)
    return (
      <div className="number-drop row gap-12" role="status">
        <progress max={1} value={part} aria-label={t($ => $.imports.upload)} />
        <span className="fill">{t($ => $.imports.uploading, { percent: Math.round(part * 100) })}</span>
        <Button onClick={() => going.current?.abort()}>{t($ => $.imports.stop)}</Button>
      </div>
    );
  return (
    <section
      aria-label={t($ => $.imports.upload)}
      className={over ? 'number-drop is-over row gap-12' : 'number-drop row gap-12'}
      onDragOver={event => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={event => {
        event.preventDefault();
        setOver(false);
        void send(event.dataTransfer.files[0]);
      }}
    >
      <input
        ref={input}
        type="file"
        hidden
        accept={accepted}
        aria-label={t($ => $.imports.choose)}
        onChange={event => {
          void send(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      {file && <FileSpreadsheet size={16} aria-hidden="true" />}
      {file && <strong className="breaks">{file.name}</strong>}
      <Button icon={file ? null : <Upload size={14} aria-hidden="true" />} onClick={() => input.current?.click()}>
        {file ? t($ => $.imports.another) : t($ => $.imports.choose)}
      </Button>
      {!file && <span className="hint fill">{t($ => $.imports.drop)}</span>}
      {!file && (
        <Button kind="text" onClick={() => saveTemplate(t($ => $.imports.templateName))}>
          {t($ => $.imports.template)}
        </Button>
      )}
    </section>
  );
};
