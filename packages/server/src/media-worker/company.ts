import type { PartyPlace } from '@lianxian/core';
import {
  createMixer,
  createMusic,
  createRingTone,
  type MediaEngine,
  type MediaLeg,
  type Mixer,
} from '@lianxian/telephony';

/**
 * Those who are in a call beside its callee, and who hears whom. Everybody hears one of: the mix of those who stand where
 * one stands, music, the tone of ringing, nothing. Who begins to hear something else does so between two frames of one
 * stream: nobody's leg is opened anew, no packet is missing.
 *
 *   alone with the robot ──somebody joins──▶ in company (and never alone with the robot again) ──close──▶ over
 *
 * Invariants: until the first has joined the callee's leg is the robot's; nobody who is held or aside is heard by who
 * talks; the callee who is left alone hears music, and so does everybody who stands with people of whom nothing comes.
 */
interface Company {
  /** Comes in, at its place: what it hears from here on is ours to choose. */
  readonly join: (leg: MediaLeg, place: HeardPlace) => void;
  /** Its leg is over, or another takes its place. */
  readonly leave: (leg: MediaLeg) => void;
  /** Nothing comes of it, or it comes again (the callee's own as well): it stands where it stands, and hears what there is. */
  readonly breaksOff: (leg: MediaLeg, isBroken: boolean) => void;
  readonly arrange: (arrangement: Arrangement) => void;
  /** The callee's own sound comes before the answer: who waits hears it instead of our tone. */
  readonly calleeHeard: () => void;
  readonly isIn: (leg: MediaLeg) => boolean;
  /** Of those who talk, whoever they are. */
  readonly talking: () => readonly MediaLeg[];
  readonly close: () => void;
}

/** `ringing`: not answered yet; it is heard, and hears nobody. `nobody`: the call has none, its own leg hears those who talk. */
export type CalleePlace = 'ringing' | 'nobody' | Exclude<PartyPlace, 'away'>;
export type HeardPlace = Exclude<PartyPlace, 'away'>;

export interface Arrangement {
  readonly callee: CalleePlace;
  readonly places: ReadonlyMap<MediaLeg, HeardPlace>;
}

/** Where the callee's leg hears: of a call that has none with those who talk. */
const placeOf = (callee: Exclude<CalleePlace, 'ringing'>): HeardPlace => (callee === 'nobody' ? 'talking' : callee);

/** `musicOver`: as in the mix, where it is heard, but music covers it. */
type Hears = 'mix' | 'music' | 'musicOver' | 'ringTone' | 'own';

export const createCompany = (engine: Pick<MediaEngine, 'frameClock'>, calleeLeg: () => MediaLeg | null): Company => {
  const places = new Map<MediaLeg, HeardPlace>();
  /** What each of them, and the callee, hears at the moment; and how it ends. */
  const hearing = new Map<MediaLeg, { readonly what: Hears; readonly end: () => void }>();
  const broken = new Set<MediaLeg>();
  let callee: CalleePlace = 'ringing';
  let isCalleeHeard = false;
  /** Somebody has joined the callee. */
  let isTaken = false;
  let mixer: Mixer | null = null;

  const give = (leg: MediaLeg, what: Hears): void => {
    const before = hearing.get(leg);
    if (before?.what === what) return;
    before?.end();
    if (what === 'own') hearing.delete(leg);
    else hearing.set(leg, { what, end: begin(leg, what) });
  };

  const begin = (leg: MediaLeg, what: Exclude<Hears, 'own'>): (() => void) => {
    if (what === 'music') return leg.splice(createMusic());
    if (what === 'ringTone') return leg.splice(createRingTone());
    mixer ??= createMixer(engine);
    mixer.join(leg);
    const end = what === 'musicOver' ? leg.splice(createMusic()) : null;
    return () => {
      end?.();
      mixer?.leave(leg);
    };
  };

  const standing = (place: HeardPlace): readonly MediaLeg[] =>
    [...places].flatMap(([leg, at]) => (at === place ? [leg] : []));

  const calleeHears = (): Hears => {
    if (callee === 'ringing') return isCalleeHeard && places.size > 0 ? 'mix' : 'own';
    if (!isTaken) return 'own';
    if (callee === 'held') return 'music';
    const place = placeOf(callee);
    const isAlone = place === 'talking' && standing('talking').length === 0;
    return isAlone || hearsNothing(calleeLeg(), place) ? 'musicOver' : 'mix';
  };

  const memberHears = (leg: MediaLeg, place: HeardPlace): Hears => {
    if (place === 'held') return 'music';
    if (place === 'talking' && callee === 'ringing' && !isCalleeHeard) return 'ringTone';
    // Who waits for the only other one to come back is not left in silence.
    const isLeft = callee === 'nobody' && places.size === 1;
    return isLeft || hearsNothing(leg, place) ? 'musicOver' : 'mix';
  };

  /** Who stands at a place, the callee among them where it does. */
  const together = (place: HeardPlace): readonly MediaLeg[] => {
    const main = callee !== 'ringing' && placeOf(callee) === place ? calleeLeg() : null;
    return main === null ? standing(place) : [main, ...standing(place)];
  };

  /** Others stand there, and nothing comes of any. */
  const hearsNothing = (leg: MediaLeg | null, place: HeardPlace): boolean => {
    // What leads nowhere says nothing, and is not missed.
    const speakers = callee === 'nobody' ? standing(place) : together(place);
    const others = speakers.filter(each => each !== leg);
    return others.length > 0 && others.every(each => broken.has(each));
  };

  const settle = (): void => {
    const main = calleeLeg();
    if (main !== null) give(main, calleeHears());
    for (const [leg, place] of places) give(leg, memberHears(leg, place));
    const all = mixer?.legs() ?? [];
    for (const listener of all)
      for (const speaker of all) {
        const isOfOnePlace = (['talking', 'aside'] as const).some(place => {
          const here = together(place);
          return here.includes(listener as MediaLeg) && here.includes(speaker as MediaLeg);
        });
        const isRinging = callee === 'ringing' && speaker === main && places.get(listener as MediaLeg) === 'talking';
        mixer?.hears(listener, speaker, isOfOnePlace || isRinging);
      }
  };

  return {
    join: (leg, place) => {
      places.set(leg, place);
      if (callee !== 'ringing') isTaken = true;
      settle();
    },
    leave: leg => {
      broken.delete(leg);
      if (!places.delete(leg)) return;
      give(leg, 'own');
      settle();
    },
    breaksOff: (leg, isBroken) => {
      if (isBroken) broken.add(leg);
      else broken.delete(leg);
      if (isTaken) settle();
    },
    arrange: ({ callee: at, places: wanted }) => {
      // Answered is told by its own leg first; an order from before changes nothing of that.
      if (at !== 'ringing') callee = at;
      for (const [leg, place] of wanted) if (places.has(leg)) places.set(leg, place);
      if (callee !== 'ringing' && places.size > 0) isTaken = true;
      settle();
    },
    calleeHeard: () => {
      if (isCalleeHeard || callee !== 'ringing') return;
      isCalleeHeard = true;
      settle();
    },
    isIn: leg => places.has(leg),
    talking: () => standing('talking'),
    close: () => {
      for (const { end } of hearing.values()) end();
      hearing.clear();
      places.clear();
      mixer?.close();
    },
  };
};
