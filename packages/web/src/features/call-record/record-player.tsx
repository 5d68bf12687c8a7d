import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorPanel } from '../../ui/panels.tsx';
import { Controls } from './controls.tsx';
import { type Detail, silences } from './marks.ts';
import { saidByPlayer, usePlayed, usePlayer, usePlayKeys, usePlaysItself } from './use-player.ts';
import { Wave } from './wave.tsx';

/**
 * The player of a record; made once for all parts of a page that follow it. `plays`: how often it was asked to begin by
 * itself; where it may not, `onRefused`, else the button to play has the focus.
 */
export const useSound = (record: Detail, startMs: number, plays = 0, onRefused?: () => void) => {
  const player = usePlayer(record.recording?.fileId ?? null, startMs);
  const durationMs = Math.max(record.recording?.durationMs ?? record.talkMs, 1);
  usePlayKeys(player, durationMs);
  const playButton = useRef<HTMLButtonElement>(null);
  usePlaysItself(player, { plays, startMs, onRefused: onRefused ?? (() => playButton.current?.focus()) });
  return { player, durationMs, playButton };
};

interface RecordPlayerProps {
  readonly record: Detail;
  readonly sound: ReturnType<typeof useSound>;
}

/** Wave and controls, or why there are none. */
export const RecordPlayer = ({ record, sound }: RecordPlayerProps) => {
  const { t } = useTranslation('shell');
  const { player, durationMs, playButton } = sound;
  const quiet = silences(record);
  const failure = usePlayed(player, each => each.failure(), null);
  const again = () => void player?.toggle().catch(saidByPlayer);
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
      {failure && <ErrorPanel title={t($ => $.record.playFailed)} error={failure} onAgain={again} />}
      <Controls call={record} player={player} playButton={playButton} durationMs={durationMs} quiet={quiet} />
    </section>
  );
};
