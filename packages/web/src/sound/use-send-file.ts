import { voiceLimits } from '@lianxian/contract';
import { useTranslation } from 'react-i18next';
import { Outage, Refusal } from '../api/wire.ts';
import { toast } from '../ui/toast.ts';
import { type SentSound, sendSound } from './send-sound.ts';

/** Sends a file that somebody chose: of several one is told which the trouble is about. Null: it did not come through. */
export const useSendFile = () => {
  const { t } = useTranslation('voices');
  return async (
    file: File,
    options: Pick<Parameters<typeof sendSound>[1] & object, 'signal' | 'onProgress'> = {},
  ): Promise<SentSound | null> => {
    const { name } = file;
    // Not even read.
    if (file.size > voiceLimits.uploadBytes) {
      toast.bad(t($ => $.file.tooLarge, { name }));
      return null;
    }
    try {
      return await sendSound(file, { ...options, quiet: true });
    } catch (error) {
      if (error instanceof Refusal) toast.bad(t($ => $.file.refused, { name, why: error.message }));
      else if (error instanceof Outage) toast.bad(t($ => $.file.lost, { name }));
      return null;
    }
  };
};
