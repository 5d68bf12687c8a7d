import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorPanel } from '../../ui/panels.tsx';
import { toast } from '../../ui/toast.ts';
import { Controls } from './controls.tsx';
import { type Detail, silences } from './marks.ts';
import type { Player } from './player.ts';
import { usePlayer, usePlayKeys } from './use-player.ts';
import { Wave } from './wave.tsx';

/** The sound of a record and its player; both are made once for all parts of a page that follow it. */
export const useSound = (record: Detail, startMs: number) => {
  const { t } = useTranslation('console');
  const { player, failed, again } = usePlayer(record.recording?.fileId ?? null, startMs);
  const durationMs = Math.max(record.recording?.durationMs ?? record.talkMs, 1);
  const notPlayed = useCallback(() => toast.bad(t($ => $.record.playFailed)), [t]);
  usePlayKeys(player, durationMs, notPlayed);
  return { player, failed, again, durationMs };
};

interface RecordPlayerProps {
  readonly record: Detail;
  readonly sound: { player: Player | null; failed: boolean; again: () => void; durationMs: number };
}

/** Wave and controls, or why there are none. */
export const RecordPlayer = ({ record, sound }: RecordPlayerProps) => {
  const { t } = useTranslation('console');
  const { player, failed, again, durationMs } = sound;
  const quiet = useMemo(() => silences(record.transcript, durationMs), [record.transcript, durationMs]);
  if (!record.recording)
    return (
      <p className="call-record-silent">
        {record.state === 'answered' ? t($ => $.record.filing) : t($ => $.record.noRecording)}
      </p>
    );
  return (
    <section className="call-record-player">
      <Wave call={record} player={player} durationMs={durationMs} quiet={quiet} />
      {!record.recording.peaks && <p className="call-record-making">{t($ => $.record.makingWave)}</p>}
      {failed && <ErrorPanel title={t($ => $.record.playFailed)} error={null} onAgain={again} />}
      <Controls call={record} player={player} durationMs={durationMs} quiet={quiet} />
    </section>
  );
};
