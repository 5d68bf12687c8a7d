import { endpoints, licenceWords, type OutputOf } from '@lianxian/contract';
import { Upload } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { upload } from '../../api/upload.ts';
import { saidLanguage } from '../../text/said.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';

type Imported = OutputOf<typeof endpoints.plan.importFile>;

/** Takes a plan file and makes a plan of it; what is wrong with a file has shown its sentence. */
export const ImportButton = ({ onMade }: { onMade: () => void }) => {
  const { t } = useTranslation('plans');
  const input = useRef<HTMLInputElement>(null);
  const sending = useRef<AbortController | null>(null);
  const [part, setPart] = useState<number | null>(null);
  useEffect(() => () => sending.current?.abort(), []);
  const signature = (by: Imported['signedBy']): string => {
    if (by === null) return t($ => $.act.unsigned);
    return by.number === '' ? t($ => $.act.signedBy, by) : t($ => $.act.signed, by);
  };
  const send = async (file: File) => {
    const controller = new AbortController();
    sending.current = controller;
    setPart(0);
    try {
      const made = await upload(endpoints.plan.importFile, file, { signal: controller.signal, onProgress: setPart });
      const { name, faults, voices, keptVoices, tests, namesakes, signedBy, licence } = made;
      toast.ok(
        [
          t($ => $.act.imported, { name, voices, tests }),
          signature(signedBy),
          ...(licence === 'open' ? [] : [licenceWords[licence][saidLanguage()]]),
          ...(keptVoices > 0 ? [t($ => $.act.importedVoices, { n: keptVoices })] : []),
          ...(namesakes > 0 ? [t($ => $.act.importedName)] : []),
          ...(faults > 0 ? [t($ => $.act.importedFaulty, { n: faults })] : []),
        ].join(t($ => $.act.importedJoin)),
      );
      onMade();
    } catch {
      // Its sentence is on the page already, or the page is left.
    } finally {
      setPart(null);
    }
  };
  return (
    <>
      <Button
        icon={<Upload size={14} aria-hidden="true" />}
        disabled={part !== null}
        onClick={() => input.current?.click()}
      >
        {part === null ? t($ => $.list.import) : t($ => $.list.importing, { n: Math.round(part * 100) })}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".plan"
        hidden
        aria-label={t($ => $.list.import)}
        onChange={event => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file) void send(file);
        }}
      />
    </>
  );
};
