import {
  createMediaEngine,
  createMediaHost,
  type Exchange,
  encodeAlaw,
  type IncomingLeg,
  type MediaSignal,
  openExchange,
  tone,
} from '@lianxian/telephony';

/**
 * A telephone at the far end of a test's line: it answers, hums a tone of its own all the time (so that a recording
 * shows whose side is whose; too low for a voice, even after a gap that a busy machine leaves), and says its next
 * sentence as real-time text whenever the robot has stopped speaking.
 */
export interface FarPhone {
  readonly port: number;
  /** What it says, turn by turn, on the next calls. Null: it does not pick up. */
  readonly willSay: (sentences: readonly string[] | null) => void;
  /** Refuses the next calls with a SIP code; null takes them again. */
  readonly willRefuse: (code: number | null) => void;
  /** Calls somebody: says on the next call what it will say, turn by turn. */
  readonly call: (whom: FarCall) => OwnCall;
  /** Speaks up on every live call, whoever is speaking: a loud second, and these words as text; '' writes nothing. */
  readonly interject: (text: string) => void;
  /** Presses a key on every live call. */
  readonly press: (key: string) => void;
  /** Hangs up every live call. */
  readonly hangUp: () => void;
  /** How often it has heard the other side fall silent. */
  readonly silences: () => number;
  /** How often it has heard the other side begin to speak. */
  readonly voices: () => number;
  /** Frames of 20 ms that came on its live calls: how far the other side is, however slow the machine. */
  readonly frames: () => number;
  readonly rings: () => boolean;
  readonly talks: () => boolean;
  readonly close: () => Promise<void>;
}

interface FarCall {
  readonly port: number;
  readonly to: string;
  readonly from: string;
}

/** A call that the far phone made. */
interface OwnCall {
  readonly answered: Promise<void>;
  /** How it ended, and with which SIP answer. */
  readonly ended: Promise<{ readonly how: string; readonly code: number | null }>;
  readonly hangUp: () => void;
}

/**
 * Calls until it is answered (`end` is undefined then) or refused. A machine that is busy with other tests sheds calls (503):
 * they come again, as a carrier's do.
 */
export const callUntilHeard = async (far: FarPhone, whom: FarCall) => {
  for (;;) {
    const calling = far.call(whom);
    const end = await Promise.race([calling.answered, calling.ended]);
    if (end === undefined || end.code !== 503) return { calling, end };
    await new Promise(resolve => setTimeout(resolve, 200));
  }
};

/** No voice has energy only there, and the robot's voice has little. */
export const FAR_TONE_HZ = 2_600;
const HUM_MS = 60_000;
const HUM = 1;
const SHOUT_MS = 1_000;
const SHOUT = 2;
const PICK_UP_MS = 150;
const PAUSE_MS = 150;

export const openFarPhone = async (): Promise<FarPhone> => {
  const engine = createMediaEngine({ ports: null });
  const turns = new Map<string, string[]>();
  const talking = new Set<string>();
  const hum = encodeAlaw(tone([FAR_TONE_HZ], HUM_MS, 0.005));
  const shout = encodeAlaw(tone([FAR_TONE_HZ], SHOUT_MS, 0.4));
  let sentences: readonly string[] | null = [];
  let refusal: number | null = null;
  let made = 0;
  let silences = 0;
  let voices = 0;

  const hear = (leg: string, signal: MediaSignal): void => {
    if (signal.type === 'speaking') voices += 1;
    if (signal.type !== 'quiet') return;
    silences += 1;
    setTimeout(() => {
      say(leg, turns.get(leg)?.shift());
    }, PAUSE_MS);
  };
  const say = (leg: string, sentence: string | undefined): void => {
    if (sentence) host.leg(leg)?.sendText(`${sentence}\u2028`);
  };
  const host = createMediaHost(engine, { voiceActivity: true }, hear, () => undefined);

  const exchange: Exchange = await openExchange({
    ...{ bind: '127.0.0.1', port: 0, publicIp: null, media: host },
    sheds: false,
  });
  exchange.onIncoming((incoming: IncomingLeg) => {
    const { leg } = incoming;
    if (refusal !== null) {
      incoming.refuse(refusal);
      return () => undefined;
    }
    incoming.progress(180, false);
    if (sentences !== null) setTimeout(() => incoming.answer(), PICK_UP_MS);
    turns.set(leg, [...(sentences ?? [])]);
    return signal => {
      if (signal.type === 'answered') {
        talking.add(leg);
        host.leg(leg)?.play(HUM, hum);
      } else if (signal.type === 'ended') {
        talking.delete(leg);
        turns.delete(leg);
      }
    };
  });

  const call = ({ port, to, from }: FarCall): OwnCall => {
    made += 1;
    const leg = `own-${made}`;
    const [answered, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<Awaited<OwnCall['ended']>>()];
    const trunk = { target: { host: '127.0.0.1', port }, loopback: false, realTimeText: true };
    turns.set(leg, [...(sentences ?? [])]);
    exchange.dial({ leg, trunk, to, from, ringTimeoutMs: HUM_MS }, signal => {
      if (signal.type === 'answered') {
        talking.add(leg);
        host.leg(leg)?.play(HUM, hum);
        answered.resolve();
      } else if (signal.type === 'ended') {
        talking.delete(leg);
        turns.delete(leg);
        ended.resolve(signal.ending);
      }
    });
    return { answered: answered.promise, ended: ended.promise, hangUp: () => exchange.hangUp(leg) };
  };

  return {
    call,
    port: exchange.localAddress.port,
    willSay: next => {
      sentences = next;
    },
    willRefuse: code => {
      refusal = code;
    },
    interject: text => {
      for (const leg of talking) {
        host.leg(leg)?.stopPlaying();
        host.leg(leg)?.play(SHOUT, shout);
        host.leg(leg)?.play(HUM, hum);
        say(leg, text);
      }
    },
    press: key => {
      for (const leg of turns.keys()) host.leg(leg)?.sendKeys(key);
    },
    hangUp: () => {
      for (const leg of turns.keys()) exchange.hangUp(leg);
    },
    silences: () => silences,
    voices: () => voices,
    frames: () => [...talking].reduce((sum, leg) => sum + (host.leg(leg)?.facts().packetsReceived ?? 0), 0),
    rings: () => turns.size > talking.size,
    talks: () => talking.size > 0,
    close: async () => {
      await exchange.close();
      await engine.close();
    },
  };
};
