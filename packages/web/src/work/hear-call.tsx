import { endpoints } from '@lianxian/contract';
import { Play, Square } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { call } from '../api/call.ts';
import { useCurrentUser } from '../session/current-user.ts';
import { playSound, stopSound, useHeard } from '../sound/one-sound.ts';
import { toast } from '../ui/toast.ts';

/** May this person see records, and so hear them? */
export const useMayHear = (): boolean => useCurrentUser()?.rights.includes('callLog') ?? false;

/** Plays a recording where one is; not there for who may not hear it. `says`: whose it is. */
export const HearCall = ({ id, says }: { id: string; says: string }) => {
  const { t } = useTranslation('shell');
  const key = `call ${id}`;
  const isHeard = useHeard(key);
  const mayHear = useMayHear();
  if (!mayHear) return null;
  const find = async () => {
    const { recording } = await call(endpoints.call.detail, { id });
    if (recording === null) {
      toast.info(t($ => $.record.noRecording));
      throw new Error('a call without a recording');
    }
    return (await call(endpoints.file.ticket, { fileId: recording.fileId })).url;
  };
  return (
    <button
      type="button"
      className="icon-button"
      aria-pressed={isHeard}
      aria-label={says}
      onClick={event => {
        event.stopPropagation();
        if (isHeard) stopSound();
        else void playSound(key, find);
      }}
    >
      {isHeard ? <Square size={14} aria-hidden="true" /> : <Play size={14} aria-hidden="true" />}
    </button>
  );
};
