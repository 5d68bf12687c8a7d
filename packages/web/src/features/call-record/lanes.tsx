import { useEffect, useRef, useSyncExternalStore } from 'react';
import WaveSurfer from 'wavesurfer.js';
import { appearance } from '../../ui/theme/appearance.ts';
import { coloursOf } from '../../ui/theme/tokens.ts';
import type { Detail } from './marks.ts';
import type { Player } from './player.ts';

interface LanesProps {
  readonly call: Detail;
  readonly player: Player | null;
  readonly durationMs: number;
}

/** wavesurfer makes a style element of its own: it passes under the nonce of the page's. */
const nonce = () => document.querySelector<HTMLStyleElement>('style[nonce]')?.nonce ?? '';

const laneHeight = 44;
const loudest = 255;

/** Half of `colour` on `ground`, both #rrggbb. Opaque, because wavesurfer paints what is played onto the bars' own alpha. */
const half = (colour: string, ground: string): string => {
  const channel = (hex: string, at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
  const mixed = [1, 3, 5].map(at => Math.round((channel(colour, at) + channel(ground, at)) / 2));
  return `rgb(${mixed.join(' ')})`;
};
const flat = new Array<number>(200).fill(0);

/** Two lanes, robot or seat over callee; played bars full, the rest at half strength. */
export const Lanes = ({ call, player, durationMs }: LanesProps) => {
  const box = useRef<HTMLDivElement>(null);
  const { theme, mode } = useSyncExternalStore(appearance.subscribe, appearance.read);
  const peaks = call.recording?.peaks ?? null;
  const ours = call.origin === 'robot' ? 'robotW' : 'seatW';
  useEffect(() => {
    if (!box.current) return;
    const colours = coloursOf(theme, mode);
    const lane = (colour: string) => ({
      waveColor: half(colour, colours.sheet2),
      progressColor: colour,
      height: laneHeight,
    });
    const loudness = (values: readonly number[] | undefined) => values?.map(value => value / loudest) ?? flat;
    const wave = WaveSurfer.create({
      container: box.current,
      peaks: [loudness(peaks?.robot), loudness(peaks?.callee)],
      duration: durationMs / 1000,
      splitChannels: [lane(colours[ours]), lane(colours.calleeW)],
      barWidth: 2,
      barGap: 1,
      barRadius: 1,
      cursorWidth: 0,
      interact: false,
      normalize: false,
      cspNonce: nonce(),
      ...(player ? { media: player.audio } : {}),
    });
    // What was sought before the wave was drawn counts as played.
    wave.once('ready', () => player && wave.setTime(player.positionMs() / 1000));
    // While the sound is not here wavesurfer hears nothing of where one went.
    const stop = player?.subscribe(() => {
      if (!player.isHere()) wave.setTime(player.positionMs() / 1000);
    });
    // wavesurfer owns no sound of its own: the element it was lent must survive it.
    return () => {
      stop?.();
      wave.destroy();
    };
  }, [peaks, ours, durationMs, player, theme, mode]);
  return <div ref={box} className="call-record-lanes" />;
};
