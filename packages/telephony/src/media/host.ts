import type { LocalMedia, RemoteMedia } from '../sdp/media.ts';
import type { KeyWay, MediaEngine, MediaLeg, MediaSignal } from './types.ts';

/** Where the media of a leg lives. In process for the practice carrier, a worker for the platform. */
export interface MediaHost {
  /** Takes ports for a leg; the address is what the SDP will say. */
  readonly open: (
    leg: string,
    wants: {
      readonly localHost: string;
      readonly realTimeText: boolean;
      readonly srtp?: boolean;
      /** How the trunk wants keys sent; `inband` also hears them as tones. Default auto. */
      readonly keys?: KeyWay;
      /** The far end is the `WebRtcHost`: the address has a number of its own (`net/parcels.ts`). */
      readonly parcels?: boolean;
      /** Its far end sends without a pause. */
      readonly continuous?: boolean;
    },
  ) => Promise<LocalMedia>;
  /** The other side's media as negotiated; may come again (early media, then the answer). */
  readonly connect: (leg: string, remote: RemoteMedia, phase: 'early' | 'confirmed') => void;
  /** A key that came by SIP INFO; those in the media are heard there. */
  readonly heardKey?: (leg: string, key: string) => void;
  readonly close: (leg: string) => void;
}

/** An engine as the exchange's media host when both live in one process: legs by their names. */
export interface LocalMediaHost extends MediaHost {
  /** The media of a leg that the exchange has opened and not yet closed. */
  readonly leg: (leg: string) => MediaLeg | null;
}

export const createMediaHost = (
  engine: MediaEngine,
  options: { readonly voiceActivity: boolean },
  onSignal: (leg: string, signal: MediaSignal) => void,
  /** A leg's media is closed and its recording whole on the disk; or closing failed, which is told and not thrown. */
  onClosed: (leg: string, outcome: Awaited<ReturnType<MediaLeg['close']>> | Error) => void,
): LocalMediaHost => {
  const legs = new Map<string, MediaLeg>();
  return {
    leg: leg => legs.get(leg) ?? null,
    open: async (leg, wants) => {
      const media = await engine.open({ ...wants, voiceActivity: options.voiceActivity }, signal =>
        onSignal(leg, signal),
      );
      legs.set(leg, media);
      return media.local;
    },
    connect: (leg, remote, phase) => legs.get(leg)?.connect(remote, phase),
    heardKey: (leg, key) => legs.get(leg)?.heardKey(key),
    close: leg => {
      const media = legs.get(leg);
      if (!media) return;
      legs.delete(leg);
      media.close().then(
        facts => onClosed(leg, facts),
        (error: unknown) => onClosed(leg, error instanceof Error ? error : new Error(String(error))),
      );
    },
  };
};
