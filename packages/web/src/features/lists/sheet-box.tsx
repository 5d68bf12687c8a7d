import type { endpoints } from '@lianxian/contract';
import { FileSpreadsheet, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { upload } from '../../api/upload.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import type { SheetWays } from './list-ways.ts';

export interface Sheet {
  readonly fileId: string;
  readonly name: string;
}

interface SheetBoxProps {
  readonly endpoint: SheetWays['upload'] | typeof endpoints.consent.uploadProof;
  /** What may be chosen, and what is said where it is something else. */
  readonly says?: { readonly choose: string; readonly kinds: string };
  readonly sheet: Sheet | null;
  readonly onSheet: (sheet: Sheet) => void;
}

/** A sheet that is chosen, and how far it has gone up; that can be broken off. */
export const SheetBox = ({ endpoint, says, sheet, onSheet }: SheetBoxProps) => {
  const { t } = useTranslation('lists');
  const choose = says?.choose ?? t($ => $.choose);
  const kinds = says?.kinds ?? t($ => $.kinds);
  const input = useRef<HTMLInputElement>(null);
  const going = useRef<AbortController | null>(null);
  const [part, setPart] = useState<number | null>(null);
  const { maxBytes = 0, extensions = [] } = endpoint.upload ?? {};
  const send = async (file: File | undefined) => {
    if (!file) return;
    const extension = file.name.split('.').at(-1)?.toLowerCase() ?? '';
    if (!extensions.includes(extension) || file.size > maxBytes) return toast.bad(kinds);
    const control = new AbortController();
    going.current = control;
    setPart(0);
    try {
      const { fileId, name } = await upload(endpoint, file, { signal: control.signal, onProgress: setPart });
      onSheet({ fileId, name });
    } catch (error) {
      // Anything but our own breaking off has shown its toast.
      if (!(error instanceof Error || control.signal.aborted)) throw error;
    } finally {
      setPart(null);
    }
  };
  if (part !== null)
    return (
      <div className="row gap-10" role="status">
        <progress max={1} value={part} aria-label={t($ => $.sheets)} />
        <span>{t($ => $.uploading, { percent: Math.round(part * 100) })}</span>
        <Button onClick={() => going.current?.abort()}>{t($ => $.cancel)}</Button>
      </div>
    );
  return (
    <div className="row gap-10">
      <input
        ref={input}
        type="file"
        hidden
        accept={extensions.map(each => `.${each}`).join(',')}
        aria-label={choose}
        onChange={event => {
          void send(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      {sheet && (
        <>
          <FileSpreadsheet size={16} aria-hidden="true" /> <strong className="cut">{sheet.name}</strong>
        </>
      )}
      <Button icon={<Upload size={14} aria-hidden="true" />} onClick={() => input.current?.click()}>
        {sheet ? t($ => $.another) : choose}
      </Button>
      {!sheet && <span className="hint">{kinds}</span>}
    </div>
  );
};
