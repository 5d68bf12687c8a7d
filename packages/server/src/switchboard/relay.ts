import type { Exchange, LegSignal, MediaHost, RemoteMedia } from '@lianxian/telephony';
import type { TakenOffer } from './offers.ts';
import type { PartyWay } from './ways.ts';

/**
 * Passes a call of another node on to a telephone that is registered here: two SIP legs, and no sound of ours between them. Each
 * side is told the other's own address, so that a browser's packets go from its gate to the other node's worker and back
 * (decision 109).
 *
 *     other node ──INVITE, SDP──▶ relay ──INVITE, the same place for sound──▶ telephone
 *                ◀──200, where the telephone's sound is──
 *
 * Invariants: what ends one leg ends the other, and says whether somebody hung up or was lost; `over` is told once.
 */
export interface Relay {
  /** To the exchange both legs have media as any other. */
  readonly media: MediaHost;
  readonly pass: (
    exchange: Pick<Exchange, 'dial' | 'hangUp'>,
    taken: TakenOffer,
    way: PartyWay,
    over: () => void,
  ) => void;
}

/** A side of a relayed call: what it is to be told of the other's sound. */
interface Half {
  readonly theirs: Promise<RemoteMedia['audio']['address']>;
  readonly heard: (remote: RemoteMedia) => void;
}

/** Who passes a call on lets it ring as long as whoever called it does, who cancels it; this is for one who is gone. */
const RING_LIMIT_MS = 120_000;
const REFUSED = 480;
const TRYING = 100;
const LEAST_REFUSAL = 400;

export const createRelay = (media: MediaHost): Relay => {
  const halves = new Map<string, Half>();

  const pass: Relay['pass'] = (exchange, { leg: incoming, hears }, way, over) => {
    const near = incoming.leg;
    const far = `${near}.on`;
    const place = Promise.withResolvers<RemoteMedia['audio']['address']>();
    place.promise.catch(() => undefined);
    const { soundAt } = incoming;
    if (soundAt === null) {
      incoming.refuse(REFUSED);
      return over();
    }
    halves.set(far, { theirs: Promise.resolve(soundAt), heard: ({ audio }) => place.resolve(audio.address) });
    halves.set(near, { theirs: place.promise, heard: () => undefined });
    let isAnswered = false;
    let isOver = false;
    const end = (rest: () => void): void => {
      if (isOver) return;
      isOver = true;
      place.reject(new Error('the call is over'));
      // A side whose media was never asked for is not closed by anybody else.
      for (const side of [near, far]) halves.delete(side);
      rest();
      over();
    };

    hears(signal => {
      // Another telephone was answered: this one is told so as well.
      if (signal.type === 'ended')
        end(() => exchange.hangUp(far, ...(/elsewhere/i.test(signal.ending.reason) ? (['elsewhere'] as const) : [])));
    });
    const follow = (signal: LegSignal): void => {
      if (isOver) return;
      if (signal.type === 'provisional' && signal.code > TRYING) incoming.progress(signal.code, false);
      if (signal.type === 'answered') {
        isAnswered = true;
        incoming.answer();
      }
      if (signal.type !== 'ended') return;
      const { how, code } = signal.ending;
      if (!isAnswered) end(() => incoming.refuse(code !== null && code >= LEAST_REFUSAL ? code : REFUSED));
      else end(() => (how === 'byThem' ? exchange.hangUp(near) : exchange.hangUp(near, 'silent')));
    };
    const { trunk, to, from, displayName, headers } = way;
    const also = { ...(displayName !== undefined && { displayName }), ...(headers !== undefined && { headers }) };
    exchange.dial({ leg: far, trunk, to, from, ringTimeoutMs: RING_LIMIT_MS, ...also }, follow);
  };

  return {
    pass,
    media: {
      open: async (leg, wants) => {
        const half = halves.get(leg);
        return half === undefined ? media.open(leg, wants) : { audio: await half.theirs, isElsewhere: true };
      },
      connect: (leg, remote, phase) => {
        const half = halves.get(leg);
        if (half === undefined) media.connect(leg, remote, phase);
        else half.heard(remote);
      },
      heardKey: (leg, key) => media.heardKey?.(leg, key),
      close: leg => {
        if (!halves.delete(leg)) media.close(leg);
      },
    },
  };
};
