import type { endpoints, LiveCallEvent, OutputOf } from '@lianxian/contract';
import { type ConversationNote, followTalk, instant, noTalk, type TalkView, type Understood } from '@lianxian/core';

/**
 * One live call as the page shows it, folded from its events. Events carry `seq`; a reconnected socket replays them from
 * the start, so one that is known already changes nothing, and one that was lost finds its place when it is asked for.
 */
export type LadderMessage = OutputOf<typeof endpoints.monitor.ladder>['messages'][number];

export interface LiveCall {
  readonly state: 'placed' | 'dialling' | 'ringing' | 'talking' | 'ended';
  /** It rings and the far end already sends sound: a tone, an announcement. */
  readonly earlyMedia: boolean;
  /** ms since placing when it was answered, and when it ended. */
  readonly talkingAtMs: number | null;
  readonly endedAtMs: number | null;
  /** The newest event's `atMs`: how long the call had lasted then. */
  readonly atMs: number;
  /** In ms since placing. */
  readonly talk: TalkView;
  readonly filed: string | null;
  /** What went over the line so far, oldest first. */
  readonly messages: readonly LadderMessage[];
}

const noCall: LiveCall = {
  state: 'placed',
  earlyMedia: false,
  talkingAtMs: null,
  endedAtMs: null,
  atMs: 0,
  talk: noTalk,
  filed: null,
  messages: [],
};

/** A retransmitting far end must not fill the page. */
const mostMessages = 200;

/** At most so many events of a call are kept; a call of half an hour has a tenth of them. */
const mostEvents = 5_000;

/** The events with `event` in its place; the same list when it is known. */
export const insert = (events: readonly LiveCallEvent[], event: LiveCallEvent): readonly LiveCallEvent[] => {
  const before = events.findLastIndex(each => each.seq <= event.seq);
  if (events[before]?.seq === event.seq || events.length >= mostEvents) return events;
  return events.toSpliced(before + 1, 0, event);
};

/** Does `event` show that one before it was lost? */
export const showsGap = (events: readonly LiveCallEvent[], event: LiveCallEvent): boolean =>
  events.length > 0 && events.length < mostEvents && event.seq > events.at(-1)!.seq + 1;

/** The note that a watcher was told of. It is told less than a record keeps: what is not there, no live page shows. */
const noteOf = (
  event: Extract<LiveCallEvent, { kind: 'node' | 'line' | 'interrupted' | 'answer' }>,
): ConversationNote => {
  const at = instant(event.atMs);
  switch (event.kind) {
    case 'node':
      return { type: 'node.entered', at, node: event.node, name: event.name, knowledge: event.knowledge };
    case 'line': {
      const { line, text, node } = event;
      if (event.speaker === 'robot') return { type: 'robot.said', at, line, text, node };
      if (event.speaker === 'seat') return { type: 'person.said', at, line, party: '', side: 'seat', text };
      if (!event.final) return { type: 'callee.saying', at, line, text };
      const untold = { endAt: at, missed: false, whileRobotSpoke: false };
      // The wire takes any text for a meaning; the house sends core's.
      return {
        type: 'callee.said',
        at,
        line,
        text,
        node,
        understood: event.understood as Understood | null,
        ...untold,
      };
    }
    case 'interrupted':
      return { type: 'robot.interrupted', at, line: event.line, heardMs: event.heardMs };
    case 'answer':
      return {
        type: 'answer.kept',
        at,
        line: event.line,
        variable: event.label,
        label: event.label,
        value: event.value,
      };
  }
};

const follow = (call: LiveCall, event: LiveCallEvent): LiveCall => {
  const next = { ...call, atMs: Math.max(call.atMs, event.atMs) };
  switch (event.kind) {
    case 'state':
      return {
        ...next,
        state: event.state,
        earlyMedia: event.earlyMedia ?? false,
        talkingAtMs: event.state === 'talking' ? event.atMs : call.talkingAtMs,
        endedAtMs: event.state === 'ended' ? event.atMs : call.endedAtMs,
      };
    case 'node':
    case 'line':
    case 'interrupted':
    case 'answer':
      return { ...next, talk: followTalk(call.talk, noteOf(event)) };
    case 'sip':
      return { ...next, messages: [...call.messages, event.message].slice(-mostMessages) };
    case 'filed':
      return { ...next, filed: event.id };
  }
};

export const fold = (events: readonly LiveCallEvent[]): LiveCall => events.reduce(follow, noCall);
