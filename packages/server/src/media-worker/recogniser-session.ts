import type { Breaker } from '../platform/breaker.ts';
import type { DeafBecause, Hearing, Recogniser, RecogniserFault, RecogniserHears } from '../speech/ports/recogniser.ts';

/**
 * One call's session with a recogniser: its callee's sound goes there, and what was understood comes back. Whatever the
 * recogniser does, the call goes on: a connection that is lost is made again after a while, and after the last try
 * the call is deaf (keys and real-time text still count), which is told once.
 *
 *   connecting ─ready→ hearing ─lost→ waiting (back-off) ─→ connecting …
 *        └──lost──────────┴────── tries are used up, or the breaker is open ──→ deaf
 *
 * Words that were under way are not lost with a connection: they are taken as the sentence. The same when the callee has
 * been quiet for `STUCK_MS` and no sentence comes: a recogniser that stops in mid-sentence costs one pause, no more.
 */
export interface RecogniserSession {
  /** 20 ms of A-law at 8 kHz. */
  readonly sound: (frame: Uint8Array) => void;
  /** The callee's voice began or ended. */
  readonly speaking: () => void;
  readonly quiet: () => void;
  readonly close: () => RecogniserFacts;
}

/** For the figures of the provider. */
export interface RecogniserFacts {
  /** Of sound that it took, over all its connections. */
  readonly heardMs: number;
  readonly sentences: number;
  /** From the end of the voice to the sentence. */
  readonly waitedMs: number;
  readonly longestWaitMs: number;
  readonly failures: number;
  readonly fault: DeafBecause | null;
}

export interface RecogniserSessionOptions {
  readonly recogniser: Recogniser;
  readonly breaker: Breaker;
  readonly words: (text: string) => void;
  readonly sentence: (text: string) => void;
  readonly deaf: (because: DeafBecause) => void;
  readonly clock: SessionClock;
}

interface SessionClock {
  readonly now: () => number;
  /** Calls once; the answer takes it back. */
  readonly after: (ms: number, act: () => void) => () => void;
}

/** Waits before each further try; a connection that brought a sentence begins anew. */
const BACK_OFF_MS = [250, 500, 1_000, 2_000, 4_000];
/** What another try will not mend. */
const hopeless: ReadonlySet<RecogniserFault> = new Set(['notAllowed', 'folder', 'library', 'keyRefused']);
/** The conversation itself waits 2.5 s for a sentence whose words have come. */
const STUCK_MS = 1_500;
const FRAME_MS = 20;
/** A sentence on the telephone; a recogniser that raves is cut. */
const MOST_CHARACTERS = 500;

/** How much sound it took, over all its connections; while one is not ready yet, it takes none. */
const countSound = ({ listen }: Recogniser) => {
  let heardMs = 0;
  return {
    heardMs: () => heardMs,
    listen: (hears: RecogniserHears): Hearing => {
      let isReady = false;
      const ready = () => {
        isReady = true;
        hears.ready();
      };
      const hearing = listen({ ...hears, ready });
      return {
        sound: frame => {
          if (isReady) heardMs += FRAME_MS;
          hearing.sound(frame);
        },
        close: hearing.close,
      };
    },
  };
};

export const createRecogniserSession = ({
  recogniser,
  breaker,
  words,
  sentence,
  deaf,
  clock,
}: RecogniserSessionOptions): RecogniserSession => {
  let hearing: Hearing | null = null;
  let undo: (() => void) | null = null;
  let stuck: (() => void) | null = null;
  let tries = 0;
  let isOver = false;
  let soFar = '';
  let quietSince: number | null = null;
  const facts = { sentences: 0, waitedMs: 0, longestWaitMs: 0, failures: 0, fault: null as DeafBecause | null };
  const counted = countSound(recogniser);

  const stopStuck = (): void => {
    stuck?.();
    stuck = null;
  };

  const heard = (text: string): void => {
    const whole = text.trim().slice(0, MOST_CHARACTERS);
    soFar = '';
    stopStuck();
    if (whole !== '') sentence(whole);
  };

  const over = (because: DeafBecause): void => {
    if (isOver) return;
    isOver = true;
    facts.fault = because;
    stopStuck();
    deaf(because);
  };

  const lost = (because: RecogniserFault): void => {
    hearing = null;
    facts.failures += 1;
    facts.fault = because;
    breaker.failed();
    if (soFar !== '') heard(soFar);
    const wait = BACK_OFF_MS[tries];
    tries += 1;
    if (wait === undefined || hopeless.has(because)) over(because);
    else undo = clock.after(wait, connect);
  };

  const connect = (): void => {
    undo = null;
    if (isOver) return;
    if (!breaker.mayAsk()) {
      over('resting');
      return;
    }
    // A connection that is over says no more, whatever still comes of it.
    const mine = { current: true };
    const ifMine =
      <T extends unknown[]>(act: (...told: T) => void) =>
      (...told: T) => {
        if (mine.current && !isOver) act(...told);
      };
    hearing = counted.listen({
      ready: ifMine(breaker.ok),
      words: ifMine(text => {
        soFar = text.trim().slice(0, MOST_CHARACTERS);
        if (soFar === '') return;
        words(soFar);
        if (quietSince !== null && stuck === null) waitForSentence();
      }),
      sentence: ifMine(text => {
        tries = 0;
        facts.sentences += 1;
        const waited = quietSince === null ? 0 : clock.now() - quietSince;
        facts.waitedMs += waited;
        facts.longestWaitMs = Math.max(facts.longestWaitMs, waited);
        heard(text);
      }),
      lost: ifMine(because => {
        mine.current = false;
        lost(because);
      }),
    });
  };

  const waitForSentence = (): void => {
    stuck = clock.after(STUCK_MS, () => {
      stuck = null;
      heard(soFar);
      // What it still says of this sentence would be said twice: a new connection knows nothing of it.
      hearing?.close();
      hearing = null;
      facts.failures += 1;
      if (!isOver) connect();
    });
  };

  connect();
  return {
    sound: frame => hearing?.sound(frame),
    speaking: () => {
      quietSince = null;
      stopStuck();
    },
    quiet: () => {
      quietSince = clock.now();
      if (soFar !== '' && stuck === null && !isOver) waitForSentence();
    },
    close: () => {
      isOver = true;
      undo?.();
      stopStuck();
      hearing?.close();
      hearing = null;
      return { ...facts, heardMs: counted.heardMs() };
    },
  };
};
