import { lazy, type PointerEvent, Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { seconds } from '../../ui/format.ts';
import { type Detail, interruptions, nodeStretches, outside, passedAtOnce, type Stretch, worded } from './marks.ts';
import type { Player } from './player.ts';
import { usePlayed } from './use-player.ts';

const Lanes = lazy(() => import('./lanes.tsx').then(file => ({ default: file.Lanes })));

interface WaveProps {
  readonly call: Detail;
  readonly player: Player | null;
  readonly durationMs: number;
  /** Null: not known. */
  readonly quiet: readonly Stretch[] | null;
}

const Marks = ({ call, durationMs, quiet }: Omit<WaveProps, 'player'>) => {
  const { t } = useTranslation('shell');
  const cutIns = interruptions(call.transcript, quiet ?? []);
  const wordedOnes = worded(cutIns, durationMs);
  const paused = call.recording?.peaks?.paused ?? [];
  const at = ({ fromMs, toMs }: Stretch) => ({
    left: `${(100 * fromMs) / durationMs}%`,
    width: `${(100 * Math.max(0, toMs - fromMs)) / durationMs}%`,
  });
  return (
    <>
      {quiet?.filter(outside(paused)).map(stretch => (
        <div key={stretch.fromMs} className="call-record-silence" style={at(stretch)}>
          <span className="ink3">{t($ => $.record.silence, { seconds: seconds(stretch.toMs - stretch.fromMs) })}</span>
          <span className="is-short ink3" aria-hidden="true">
            {t($ => $.record.seconds, { seconds: seconds(stretch.toMs - stretch.fromMs) })}
          </span>
        </div>
      ))}
      {paused.map(stretch => (
        <div key={stretch.fromMs} className="call-record-paused" style={at(stretch)}>
          <span className="ink2 cut">{t($ => $.record.paused)}</span>
        </div>
      ))}
      {cutIns.map(stretch => (
        <div key={stretch.fromMs} className="call-record-cut-in" style={at(stretch)}>
          {wordedOnes.has(stretch) && <span>{t($ => $.record.interruption)}</span>}
        </div>
      ))}
    </>
  );
};

/** Which node the call was in, above the wave; the one being heard is marked. */
const NodeStrip = ({ call, player, durationMs }: Omit<WaveProps, 'quiet'>) => {
  const stretches = nodeStretches(call.path, durationMs).filter(stretch => !passedAtOnce(stretch));
  const current = usePlayed(
    player,
    ({ positionMs }) => stretches.findLastIndex(stretch => stretch.fromMs <= positionMs()),
    -1,
  );
  return (
    <div className="call-record-node-strip" aria-hidden="true">
      {stretches.map((stretch, at) => (
        <span
          key={`${stretch.node}-${stretch.fromMs}`}
          className={at === current ? 'is-current cut small' : 'cut small'}
          title={stretch.name}
          style={{
            left: `${(100 * stretch.fromMs) / durationMs}%`,
            width: `${(100 * (stretch.toMs - stretch.fromMs)) / durationMs}%`,
          }}
        >
          {stretch.name}
        </span>
      ))}
    </div>
  );
};

export const Wave = ({ call, player, durationMs, quiet }: WaveProps) => {
  const { t } = useTranslation('shell');
  const ours = call.origin === 'robot' ? 'robot' : 'seat';
  const head = useRef<HTMLDivElement>(null);
  const second = usePlayed(player, each => Math.floor(each.positionMs() / 1000), 0);
  useEffect(() => {
    const move = () => {
      if (head.current && player)
        head.current.style.left = `${Math.min(100, (100 * player.positionMs()) / durationMs)}%`;
    };
    move();
    return player?.subscribe(move);
  }, [player, durationMs]);

  const seekTo = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    player?.seek(((event.clientX - left) / width) * durationMs);
  };
  return (
    <div className="call-record-wave grid">
      <div className="call-record-lane-names grid" aria-hidden="true">
        <span className={`is-${ours}`}>{t($ => $.speaker[ours])}</span>
        <span className="is-callee">{t($ => $.speaker.callee)}</span>
      </div>
      <div>
        <NodeStrip call={call} player={player} durationMs={durationMs} />
        <div
          className="call-record-wave-field"
          role="slider"
          tabIndex={0}
          aria-label={t($ => $.record.wave)}
          aria-valuemin={0}
          aria-valuemax={Math.floor(durationMs / 1000)}
          aria-valuenow={second}
          onPointerDown={seekTo}
          onPointerMove={event => event.buttons === 1 && seekTo(event)}
        >
          <Suspense fallback={<div className="call-record-lanes" />}>
            <Lanes call={call} player={player} durationMs={durationMs} />
          </Suspense>
          <Marks call={call} durationMs={durationMs} quiet={quiet} />
          <div ref={head} className="call-record-playhead" />
        </div>
      </div>
    </div>
  );
};
