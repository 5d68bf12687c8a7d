import { Share2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../ui/toast.ts';
import type { Player } from './player.ts';

/** Copies the address of the record; it opens at the second being heard. */
export const RecordLink = ({ id, player }: { id: string; player: Player | null }) => {
  const { t } = useTranslation('shell');
  const copy = async () => {
    const second = Math.floor((player?.positionMs() ?? 0) / 1000);
    const link = `${location.origin}/platform/call/${id}${second > 0 ? `?t=${second}` : ''}`;
    await navigator.clipboard?.writeText(link);
    toast.ok(t($ => $.record.linked));
  };
  return (
    <button type="button" className="button" onClick={() => void copy()}>
      <Share2 size={14} aria-hidden="true" /> {t($ => $.record.link)}
    </button>
  );
};
