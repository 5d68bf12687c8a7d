import type { endpoints, LiveCallEvent, OutputOf, TalkLine } from '@lianxian/contract';

/**
 * One live call as the page shows it, folded from its events. Events carry `seq`; a reconnected socket replays them from
 * the start, so one that is known already changes nothing, and one that was lost finds its place when it is asked for.
 */
export interface SpokenLine {
  readonly line: number;
  readonly speaker: 'robot' | 'callee';
  readonly text: string;
  /** false while its words still grow. */
  readonly final: boolean;
  readonly atMs: number;
  readonly understood: TalkLine['understood'];
  readonly interruptedAfterMs: number | null;
}

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
  readonly node: { readonly name: string; readonly knowledge: boolean } | null;
  readonly lines: readonly SpokenLine[];
  readonly answers: readonly { readonly label: string; readonly value: string }[];
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
  node: null,
  lines: [],
  answers: [],
  filed: null,
  messages: [],
};

/** A call has at most this many lines on the page; the record keeps all of them. */
const mostLines = 500;

const withLine = (lines: readonly SpokenLine[], line: SpokenLine): readonly SpokenLine[] => {
  const at = lines.findIndex(each => each.line === line.line);
  if (at < 0) return [...lines, line].sort((a, b) => a.line - b.line).slice(-mostLines);
  return lines.with(at, { ...line, atMs: lines[at]!.atMs, interruptedAfterMs: lines[at]!.interruptedAfterMs });
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
      return { ...next, node: { name: event.name, knowledge: event.knowledge } };
    case 'line':
      return { ...next, lines: withLine(call.lines, { ...event, interruptedAfterMs: null }) };
    case 'interrupted':
      return {
        ...next,
        lines: call.lines.map(line =>
          line.line === event.line ? { ...line, interruptedAfterMs: event.heardMs } : line,
        ),
      };
    case 'answer': {
      const others = call.answers.filter(answer => answer.label !== event.label);
      return { ...next, answers: [...others, { label: event.label, value: event.value }] };
    }
    case 'sip':
      return { ...next, messages: [...call.messages, event.message].slice(-mostMessages) };
    case 'filed':
      return { ...next, filed: event.id };
  }
};

export const fold = (events: readonly LiveCallEvent[]): LiveCall => events.reduce(follow, noCall);
