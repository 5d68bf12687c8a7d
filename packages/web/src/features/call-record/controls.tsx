import { ChevronsRight, Download, Pause, Play, SkipBack, SkipForward } from 'lucide-react';
import { type RefObject, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { download } from '../../api/download.ts';
import { clock } from '../../ui/format.ts';
import { type Detail, lineAfter, lineBefore, type Stretch } from './marks.ts';
import { type Channels, type Player, type Speed, speeds } from './player.ts';
import { saidByPlayer, usePlayed } from './use-player.ts';

interface ControlsProps {
  readonly call: Detail;
  readonly player: Player | null;
  /** Focused where the browser does not let it play by itself. */
  readonly playButton: RefObject<HTMLButtonElement | null>;
  readonly durationMs: number;
  /** Null: not known. */
  readonly quiet: readonly Stretch[] | null;
}

interface ChoicesProps<T> {
  readonly label: string;
  readonly options: readonly { readonly value: T; readonly text: string }[];
  readonly chosen: T;
  readonly onChoose: (value: T) => void;
}

const Choices = <T extends string | number>({ label, options, chosen, onChoose }: ChoicesProps<T>) => (
  <fieldset className="call-record-choices flex" aria-label={label}>
    {options.map(({ value, text }) => (
      <button
        className="small"
        key={value}
        type="button"
        aria-pressed={value === chosen}
        onClick={() => onChoose(value)}
      >
        {text}
      </button>
    ))}
  </fieldset>
);

export const Controls = ({ call: record, player, playButton, durationMs, quiet }: ControlsProps) => {
  const { t } = useTranslation('shell');
  const [speed, setSpeed] = useState<Speed>(1);
  const [channels, setChannels] = useState<Channels>('both');
  const [skipping, setSkipping] = useState(false);
  const hasQuiet = quiet !== null && quiet.length > 0;
  const skips = skipping && hasQuiet;
  // Its sound is given back while the page is hidden; what was set holds for the next player too.
  useEffect(() => player?.setSpeed(speed), [player, speed]);
  useEffect(() => player?.setChannels(channels), [player, channels]);
  useEffect(() => player?.skip(skips && quiet ? quiet : []), [player, skips, quiet]);
  const playing = usePlayed(player, each => each.playing(), false);
  const second = usePlayed(player, each => Math.floor(each.positionMs() / 1000), 0);

  const toggle = () => player?.toggle().catch(saidByPlayer);
  const back = () => player?.seek(lineBefore(record.transcript, player.positionMs()));
  const on = () => {
    const next = player && lineAfter(record.transcript, player.positionMs());
    if (next) player.seek(next);
  };
  return (
    <div className="call-record-controls row gap-8">
      <button
        ref={playButton}
        type="button"
        className="call-record-play"
        disabled={!player}
        aria-label={playing ? t($ => $.record.pause) : t($ => $.record.play)}
        onClick={toggle}
      >
        {playing ? <Pause size={16} aria-hidden="true" /> : <Play size={16} aria-hidden="true" />}
      </button>
      <span className="call-record-time">
        <b>{clock(second * 1000)}</b> / {clock(durationMs)}
      </span>
      <button type="button" disabled={!player} onClick={back}>
        <SkipBack size={14} aria-hidden="true" /> <span>{t($ => $.record.before)}</span>
      </button>
      <button type="button" disabled={!player} onClick={on}>
        <span>{t($ => $.record.next)}</span> <SkipForward size={14} aria-hidden="true" />
      </button>
      <button
        type="button"
        aria-pressed={skips}
        disabled={!player || !hasQuiet}
        title={quiet === null ? t($ => $.record.silenceUnknown) : undefined}
        onClick={() => setSkipping(!skips)}
      >
        <ChevronsRight size={14} aria-hidden="true" /> <span>{t($ => $.record.skipSilence)}</span>
      </button>
      <span className="fill" />
      <Choices
        label={t($ => $.record.speed)}
        options={speeds.map(value => ({ value, text: `${value}×` }))}
        chosen={speed}
        onChoose={setSpeed}
      />
      <Choices
        label={t($ => $.record.channels)}
        options={[
          { value: 'both' as Channels, text: t($ => $.record.both) },
          { value: 'callee' as Channels, text: t($ => $.record.calleeOnly) },
        ]}
        chosen={channels}
        onChoose={setChannels}
      />
      <button type="button" onClick={() => void download(record.recording!.fileId)}>
        <Download size={14} aria-hidden="true" /> <span>{t($ => $.record.download)}</span>
      </button>
    </div>
  );
};
