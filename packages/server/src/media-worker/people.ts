import type { ConversationEvent, Guard } from '@lianxian/core';
import type { MediaEngine, MediaLeg, MediaSignal } from '@lianxian/telephony';
import { type Arrangement, createCompany } from './company.ts';
import type { Announcer } from './hand-over.ts';
import type { LegRecogniser, OpenLegRecogniser } from './leg-recogniser.ts';
import type { FromWorker, Joining, PersonRole, TalkOptions } from './messages.ts';

/**
 * People of one talk, from their answer to their leaving: each hears the announcement, is awaited (all hear on what they
 * heard until the first packet), then comes to their place. What seats say to the callee is taken down where something listens to the call;
 * their keys go to the callee.
 */
export interface People {
  readonly join: (comes: Comes, joined: () => void) => void;
  /** Who dialled the call hears it ring. */
  readonly awaitCallee: (media: MediaLeg, person: PersonRole) => void;
  readonly leave: (media: MediaLeg) => void;
  readonly arrange: (arrangement: Arrangement) => void;
  readonly calleeHeard: () => void;
  /** Nothing comes of the callee's own leg, or it comes again. */
  readonly calleeBreaksOff: (isBroken: boolean) => void;
  readonly hear: (media: MediaLeg, person: PersonRole, signal: HeardSignal) => void;
  /** What seats say is taken down, or not: the recording is paused. */
  readonly listen: (on: boolean) => void;
  /** Who talks with the callee. */
  readonly talking: () => readonly MediaLeg[];
  readonly close: () => void;
}

/** What of a leg's signals a talk hears; the others are of the leg itself. */
export type HeardSignal = Exclude<MediaSignal, { readonly type: 'vanished' | 'recordingFailed' | 'defect' }>;

/** Somebody who comes to join. */
interface Comes extends Omit<Joining, 'replaces'> {
  readonly media: MediaLeg;
  readonly person: PersonRole;
  readonly replaces: MediaLeg | null;
}

interface PeopleOptions {
  /** Of the talk. */
  readonly leg: string;
  readonly options: Pick<TalkOptions, 'recogniser'>;
  readonly openRecogniser?: OpenLegRecogniser;
  readonly report: (message: FromWorker) => void;
  readonly guard: Guard;
  readonly engine: Pick<MediaEngine, 'frameClock'>;
  readonly announcer: Pick<Announcer, 'say'>;
  readonly callee: () => MediaLeg | null;
  readonly isUnderWay: () => boolean;
  /** Somebody comes in now. */
  readonly coming: () => void;
  readonly feed: (event: ConversationEvent) => void;
}

export const createPeople = (parts: PeopleOptions): People => {
  const { leg, report, guard, callee } = parts;
  const company = createCompany(parts.engine, callee);
  const recognisers = new Map<MediaLeg, LegRecogniser>();
  const seats = new Map<MediaLeg, PersonRole>();
  /** Listened to from the answer on. */
  const dialling = new Map<MediaLeg, PersonRole>();
  let isListening = true;
  /** Whose sound has come; who waits for it. */
  const heard = new Set<MediaLeg>();
  const awaited = new Map<MediaLeg, () => void>();

  const listenTo = (media: MediaLeg, person: PersonRole): void => {
    const { recogniser } = parts.options;
    const { isSeat, party } = person;
    if (!isSeat || !parts.openRecogniser || !recogniser) return;
    seats.set(media, person);
    if (!isListening || recognisers.has(media)) return;
    /** Whether the sentence that is under way began before the callee; null: none is. */
    let isToCallee: boolean | null = null;
    const standsThere = (): boolean => company.talking().includes(media);
    const listening = parts.openRecogniser(recogniser, media, {
      guard,
      words: () => {
        isToCallee ??= standsThere();
      },
      sentence: text => {
        // What is said aside to a colleague is in no recording, and is not written down either.
        if (isToCallee ?? standsThere()) parts.feed({ type: 'person.sentence', party, text });
        isToCallee = null;
      },
      deaf: because => report({ type: 'alarm', leg, because: `recogniser: ${because}` }),
    });
    recognisers.set(media, listening);
  };

  const stopListening = (media: MediaLeg): void => {
    const facts = recognisers.get(media)?.close();
    recognisers.delete(media);
    const { recogniser } = parts.options;
    if (facts && recogniser) report({ type: 'recogniserFacts', leg, service: recogniser.service, facts });
  };

  const leave = (media: MediaLeg): void => {
    awaited.delete(media);
    heard.delete(media);
    seats.delete(media);
    dialling.delete(media);
    stopListening(media);
    company.leave(media);
  };

  return {
    join: ({ media, announcement, place, awaitsSound, replaces, person }, joined) =>
      parts.announcer.say([media], announcement, () => {
        const come = (): void => {
          if (!parts.isUnderWay()) return;
          parts.coming();
          if (replaces) leave(replaces);
          company.join(media, place);
          listenTo(media, person);
          joined();
        };
        if (awaitsSound && !heard.has(media)) awaited.set(media, come);
        else come();
      }),
    awaitCallee: (media, person) => {
      if (company.isIn(media)) return;
      company.join(media, 'talking');
      dialling.set(media, person);
    },
    leave,
    arrange: arrangement => {
      company.arrange(arrangement);
      if (arrangement.callee === 'ringing') return;
      for (const [media, person] of dialling) listenTo(media, person);
      dialling.clear();
    },
    calleeHeard: company.calleeHeard,
    calleeBreaksOff: isBroken => {
      const main = callee();
      if (main !== null) company.breaksOff(main, isBroken);
    },
    hear: (media, person, signal) => {
      switch (signal.type) {
        case 'firstPacket': {
          heard.add(media);
          const come = awaited.get(media);
          awaited.delete(media);
          return come?.();
        }
        case 'interrupted':
        case 'resumed':
          return company.breaksOff(media, signal.type === 'interrupted');
        case 'speaking':
          return recognisers.get(media)?.speaking();
        case 'quiet':
          return recognisers.get(media)?.quiet();
        case 'key':
          if (person.isSeat && company.talking().includes(media)) callee()?.sendKeys(signal.key);
      }
    },
    listen: on => {
      isListening = on;
      if (on) for (const [media, person] of seats) listenTo(media, person);
      else for (const media of [...recognisers.keys()]) stopListening(media);
    },
    talking: company.talking,
    close: () => {
      for (const media of [...recognisers.keys()]) guard(stopListening)(media);
      company.close();
    },
  };
};
