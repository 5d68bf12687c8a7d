import { endpoints } from '@lianxian/contract';
import { FileSpreadsheet, Upload } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { upload } from '../../../api/upload.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.ts';

export interface Uploaded {
  readonly fileId: string;
  readonly name: string;
}
interface UploadBoxProps {
  readonly file: Uploaded | null;
  readonly onFile: (file: Uploaded | null) => void;
  /** Of the sheet one may fill in. */
  readonly titles: readonly string[];
}

const { maxBytes, extensions } = endpoints.upload.sheet.upload ?? { maxBytes: 0, extensions: [] };
const accepted = extensions.map(extension => `.${extension}`).join(',');

const bom = '\ufeff';
const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;

/** A sheet of titles alone, as a file that every spreadsheet opens. */
const saveTemplate = (name: string, titles: readonly string[]): void => {
  const url = URL.createObjectURL(new Blob([`${bom}${titles.map(quoted).join(',')}\r\n`], { type: 'text/csv' }));
  Object.assign(document.createElement('a'), { href: url, download: `${name}.csv` }).click();
  URL.revokeObjectURL(url);
};

/** A sheet chosen or dropped, and how far it has gone up; going up can be broken off, and goes on while one looks elsewhere. */
export const UploadBox = ({ file, onFile, titles }: UploadBoxProps) => {
  const { t } = useTranslation('tasks');
  const input = useRef<HTMLInputElement>(null);
  const going = useRef<AbortController | null>(null);
  const [part, setPart] = useState<number | null>(null);
  const [over, setOver] = useState(false);

  const send = async (chosen: File | undefined) => {
    if (!chosen) return;
    const extension = chosen.name.split('.').at(-1)?.toLowerCase() ?? '';
    if (extension === 'xls') return toast.bad(t($ => $.numbers.oldKind));
    if (!extensions.includes(extension)) return toast.bad(t($ => $.numbers.wrongKind));
    if (chosen.size > maxBytes) return toast.bad(t($ => $.numbers.tooLarge));
    const control = new AbortController();
    going.current = control;
    setPart(0);
    try {
      const { fileId, name } = await upload(endpoints.upload.sheet, chosen, {
        signal: control.signal,
        onProgress: setPart,
      });
      onFile({ fileId, name });
    } catch {
      // Anything but our own breaking off has shown its toast.
      if (control.signal.aborted) toast.info(t($ => $.numbers.cancelled));
    } finally {
      setPart(null);
    }
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void send(event.dataTransfer.files[0]);
  };
  const pick = (
    <input
      ref={input}
      type="file"
      hidden
      accept={accepted}
      aria-label={t($ => $.numbers.choose)}
      onChange={event => {
        void send(event.target.files?.[0]);
        event.target.value = '';
      }}
    />
  );
  if (part !== null)
    return (
      <div className="editor-upload-box row gap-12" role="status">
        <progress max={1} value={part} aria-label={t($ => $.numbers.upload)} />
        <span>{t($ => $.numbers.uploading, { percent: Math.round(part * 100) })}</span>
        <Button onClick={() => going.current?.abort()}>{t($ => $.numbers.cancel)}</Button>
      </div>
    );
  if (file)
    return (
      <div className="editor-upload-box is-chosen row gap-12">
        <FileSpreadsheet size={16} aria-hidden="true" />
        <strong>{file.name}</strong>
        {pick}
        <Button onClick={() => input.current?.click()}>{t($ => $.numbers.another)}</Button>
      </div>
    );
  return (
    <section
      aria-label={t($ => $.numbers.upload)}
      className={over ? 'editor-upload-box is-over row gap-12' : 'editor-upload-box row gap-12'}
      onDragOver={event => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {pick}
      <Button icon={<Upload size={14} aria-hidden="true" />} onClick={() => input.current?.click()}>
        {t($ => $.numbers.choose)}
      </Button>
      <span className="hint">{t($ => $.numbers.drop)}</span>
      <span className="fill" />
      <Button
        kind="text"
        onClick={() =>
          saveTemplate(
            t($ => $.numbers.templateName),
            titles,
          )
        }
      >
        {t($ => $.numbers.template)}
      </Button>
    </section>
  );
};
