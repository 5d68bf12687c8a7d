import { join } from 'node:path';
import {
  type Answered,
  after,
  type ConversationEffect,
  type ConversationEvent,
  type ConversationNote,
  createGuard,
  type EndedBy,
  type Guard,
  type Instant,
  type SentenceSegment,
} from '@lianxian/core';
import {
  type Bridge,
  createBridge,
  createTextLines,
  type MediaEngine,
  type MediaLeg,
  type MediaLegFacts,
  type MediaSignal,
  type RemoteMedia,
  type TextLine,
} from '@lianxian/telephony';
import { syllablesOf } from '../platform/words/syllables.ts';
import { now, toDate, toMachine } from './clock.ts';
import { createEventTrail, defectText } from './defect.ts';
import { type Announcer, createAnnouncer, createWaitingMusic } from './hand-over.ts';
import type { LegRecogniser, OpenLegRecogniser } from './leg-recogniser.ts';
import type { FromWorker, MediaWants, TalkOptions } from './messages.ts';
import { noteWith } from './note-instants.ts';
import type { PromptCache } from './prompt-cache.ts';
import { createRobotVoice, type RobotVoice } from './robot-voice.ts';
import type { Talk } from './talk.ts';
import { createTimers, type Timers } from './timers.ts';
import { createTranscriptFile, type TranscriptFile } from './transcript-file.ts';
import { guardedWakeUps, type WakeUps } from './wake-ups.ts';

/**
 * One call in a media worker: its media leg, its recording, its conversation. What the leg hears becomes events of the
 * conversation; what the conversation wants is done at once (docs/rules.md#effects: a callee must not hear the database).
 *
 *   opened ─connect(early)→ listening ─connect(confirmed)→ recording ─first packet or greeting delay→ talking ─close→ closed
 *
 * Invariants: the recording runs from the answer to the close, so its length is ACK → BYE; nothing is said before the
 * other side's sound arrives after the answer (or had its chance to), so no greeting is clipped; what sounds before the
 * answer belongs to nobody's talk; after `closed` nothing is reported; whatever throws for it, at whatever door, is told
 * as `failed` once, and this call alone says nothing more until it is closed.
 */
export interface WorkerCall {
  readonly connect: (remote: RemoteMedia, phase: 'early' | 'confirmed', at: Instant) => void;
  readonly promptMade: (hash: string, made: boolean) => void;
  readonly askAnswered: (ask: number, answer: Answered) => void;
  /** A person who was rung has answered: says the announcement to them, then both hear each other. */
  readonly join: (other: MediaLeg, announcement: string, joined: () => void) => void;
  /** A key that came by SIP INFO. */
  readonly heardKey: (key: string) => void;
  /** The disk has no more room for it; the call goes on. */
  readonly stopRecording: () => void;
  readonly close: (by: EndedBy) => Promise<void>;
}

export interface WorkerCallOptions {
  readonly call: string;
  readonly options: TalkOptions;
  readonly wants: MediaWants;
  readonly talk: Talk;
  readonly engine: MediaEngine;
  readonly cache: PromptCache;
  readonly wakeUps: WakeUps;
  readonly recordingsDir: string;
  readonly report: (message: FromWorker) => void;
  /** Without it nobody listens, whatever the talk wants. */
  readonly openRecogniser?: OpenLegRecogniser;
}

/** A far end that sends nothing (yet) is spoken to after this long: it may wait for our first packet. */
const GREETING_DELAY_MS = 500;
/** Real-time text without a line separator is a sentence when nothing was added for so long. */
const TEXT_PAUSE_MS = 2_000;

const clocks = new Map<string, Intl.DateTimeFormat>();

/** A formatter costs more memory than a call: one for each zone (some hundred exist). */
const clockOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = clocks.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
  clocks.set(timeZone, made);
  return made;
};

const minuteOfDay = (at: Date, timeZone: string): number => {
  const [hour, minute] = clockOf(timeZone).format(at).split(':').map(Number);
  return (hour ?? 0) * 60 + (minute ?? 0);
};

type Phase = 'opened' | 'recording' | 'talking' | 'failed' | 'closed';

class LiveCall implements WorkerCall {
  readonly #o: WorkerCallOptions;
  #leg: MediaLeg | null = null;
  #phase: Phase = 'opened';
  #recordingStopped = false;
  /** Something the robot said was not spoken by people: the recording is labelled so (GB 45438-2025). */
  #hasSynthesis = false;
  /** The other side's voice, or its music before the answer, is heard right now. */
  #hearsVoice = false;
  #recogniser: LegRecogniser | null = null;
  /** What is heard while a person is rung, beneath the robot's own words. */
  readonly #music = createWaitingMusic();
  readonly #announcer: Announcer;
  #bridge: Bridge | null = null;
  #transcript: TranscriptFile | null = null;
  readonly #timers: Timers;
  readonly #voice: RobotVoice;
  readonly #calleeText = createTextLines();
  readonly #waiting: { readonly event: ConversationEvent; readonly at: Instant }[] = [];
  #stepping = false;
  /** Notes of one step go to calls in one message. */
  readonly #unreported: ConversationNote[] = [];
  readonly #trail = createEventTrail();
  /** Every door into the call but its own orders (`openWorkerCall`). */
  readonly guard: Guard = createGuard(error => this.#fail(error));

  constructor(options: WorkerCallOptions) {
    this.#o = options;
    const { call, cache, report } = options;
    const { guard } = this;
    const wakeUps = guardedWakeUps(options.wakeUps, guard);
    this.#timers = createTimers(wakeUps);
    const { voice, standIn = voice } = options.options;
    const ask = (hash: string, segment: SentenceSegment) => report({ type: 'wantsPrompt', call, hash, segment });
    this.#announcer = createAnnouncer({ voice, standIn, cache, wakeUps, ask, guard });
    this.#voice = createRobotVoice({
      voice,
      standIn,
      cache,
      wakeUps,
      leg: () => this.#leg,
      ask,
      guard,
      finished: (prompt, at) => this.#feed({ type: 'prompt.finished', prompt }, at),
      stopped: (prompt, heardMs, at) => this.#feed({ type: 'prompt.stopped', prompt, heardMs }, at),
      incomplete: () =>
        report({ type: 'alarm', call, because: 'speech: a sentence lacks what the voice did not make' }),
      synthesised: () => {
        this.#hasSynthesis = true;
      },
    });
  }

  async open(): Promise<void> {
    const { engine, wants } = this.#o;
    this.#leg = await engine.open(
      { ...wants, voiceActivity: true },
      this.guard(signal => this.#hear(signal)),
    );
  }

  get local() {
    return this.#leg!.local;
  }

  connect(remote: RemoteMedia, phase: 'early' | 'confirmed', at: Instant) {
    if (this.#phase === 'closed' || !this.#leg) return;
    this.#leg.connect(remote, phase);
    if (phase === 'early' || this.#phase !== 'opened') return;
    this.#phase = 'recording';
    // Whatever was said before the answer (an announcement) is no word of who answers.
    this.#calleeText.finish();
    this.#timers.clear('textPause');
    const { call, options, recordingsDir } = this.#o;
    this.#leg.startRecording(join(recordingsDir, `${options.file}.wav`));
    this.#transcript = createTranscriptFile(
      join(recordingsDir, `${options.file}.jsonl`),
      { call, answeredAt: toMachine(at), answeredOn: toDate(at).toISOString() },
      because => this.#o.report({ type: 'alarm', call, because: `transcript file: ${because}` }),
    );
    const delay = options.greetingDelayMs ?? GREETING_DELAY_MS;
    this.#timers.set('greeting', after(at, delay), due => this.#begin(due));
  }

  promptMade(hash: string, made: boolean) {
    this.#voice.promptMade(hash, made);
    this.#announcer.made(hash, made);
  }

  askAnswered(ask: number, answer: Answered) {
    this.#music.end();
    this.#feed({ type: 'ask.answered', ask, answer });
  }

  join(other: MediaLeg, announcement: string, joined: () => void) {
    this.#announcer.say(other, announcement, () => {
      if (this.#phase !== 'talking' || !this.#leg) return;
      this.#music.end();
      this.#bridge = createBridge(this.#leg, other);
      joined();
    });
  }

  heardKey(key: string) {
    this.#leg?.heardKey(key);
  }

  stopRecording() {
    if (this.#recordingStopped) return;
    this.#recordingStopped = true;
    this.#leg?.stopRecording();
    this.#o.report({ type: 'alarm', call: this.#o.call, because: 'recording: the disk is nearly full' });
  }

  async close(by: EndedBy): Promise<void> {
    if (this.#phase === 'closed') return;
    this.guard(() => this.#sumUp(by))();
    this.#phase = 'closed';
    this.#timers.clearAll();
    // One that fails must not keep the others open.
    for (const part of [this.#voice.close, this.#announcer.close, this.#music.end, () => this.#bridge?.close()])
      this.guard(part)();
    this.guard(() => this.#closeRecogniser())();
    const [facts] = await Promise.all([this.#leg?.close(), this.#transcript?.close()]);
    this.#o.report(closedWith(this.#o, facts ?? null, this.#hasSynthesis));
  }

  #sumUp(by: EndedBy) {
    // Hung up before the robot could begin: the conversation sums up all the same.
    if (this.#phase === 'recording') this.#phase = 'talking';
    this.#takeLines(this.#calleeText.finish(), now());
    this.#feed({ type: 'call.ended', by });
  }

  /** A defect of our own: calls hangs up, and until then nobody hears a robot that has lost its thread. */
  #fail(error: unknown) {
    if (this.#phase === 'failed' || this.#phase === 'closed') return;
    this.#phase = 'failed';
    const defect = `${defectText(error)}\nafter: ${this.#trail.text()}`;
    this.#o.report({ type: 'failed', call: this.#o.call, because: 'conversationDefect', defect });
  }

  #begin(at: Instant) {
    if (this.#phase !== 'recording') return;
    this.#timers.clear('greeting');
    this.#phase = 'talking';
    const { variables, timeZone } = this.#o.options;
    this.#feed({ type: 'conversation.started', variables, minuteOfDay: minuteOfDay(toDate(at), timeZone) }, at);
    this.#openRecogniser();
    // A 「喂？」 that runs into the last bar of a tune is not told as a new voice.
    if (this.#hearsVoice) this.#feed({ type: 'callee.speaking' }, at);
  }

  #hear(signal: MediaSignal) {
    const { call, report } = this.#o;
    switch (signal.type) {
      case 'firstPacket':
        return this.#begin(signal.at);
      case 'speaking':
        this.#hearsVoice = true;
        this.#recogniser?.speaking();
        return this.#feed({ type: 'callee.speaking' }, signal.at);
      case 'quiet':
        this.#hearsVoice = false;
        this.#recogniser?.quiet();
        return this.#feed({ type: 'callee.quiet' }, signal.at);
      case 'key':
        return this.#feed({ type: 'callee.key', key: signal.key }, signal.at);
      case 'text':
        return this.#hearText(signal.text, signal.at);
      case 'played':
        return this.#voice.played(signal);
      case 'vanished':
        // Before the answer nobody owes us sound.
        if (this.#phase !== 'opened') report({ type: 'vanished', call });
        return;
      case 'recordingFailed':
        return report({ type: 'alarm', call, because: `recording: ${signal.because}` });
      case 'defect':
        return this.#fail(signal.error);
    }
  }

  #openRecogniser() {
    const { call, options, openRecogniser, report } = this.#o;
    if (!openRecogniser || !options.recogniser || this.#leg === null) return;
    this.#recogniser = openRecogniser(options.recogniser, this.#leg, {
      guard: this.guard,
      words: text => this.#feed({ type: 'callee.words', text }),
      sentence: text => this.#feed({ type: 'callee.sentence', text, syllables: syllablesOf(text) }),
      deaf: because => report({ type: 'alarm', call, because: `recogniser: ${because}` }),
    });
  }

  #closeRecogniser() {
    const { call, options, report } = this.#o;
    const facts = this.#recogniser?.close();
    this.#recogniser = null;
    if (facts && options.recogniser)
      report({ type: 'recogniserFacts', call, service: options.recogniser.service, facts });
  }

  #hearText(text: string, at: Instant) {
    // Who writes to us is not listened to as well: everything would be said twice.
    this.#closeRecogniser();
    const lines = this.#calleeText.push(text);
    this.#takeLines(lines, at);
    if (lines.at(-1)?.kind === 'words')
      this.#timers.set('textPause', after(at, TEXT_PAUSE_MS), due => this.#takeLines(this.#calleeText.finish(), due));
    else if (lines.length > 0) this.#timers.clear('textPause');
  }

  #takeLines(lines: readonly TextLine[], at: Instant) {
    for (const { kind, text } of lines)
      this.#feed(
        kind === 'words'
          ? { type: 'callee.words', text }
          : { type: 'callee.sentence', text, syllables: syllablesOf(text) },
        at,
      );
  }

  /** One event to the conversation, and its wishes carried out in order; what they cause at once waits its turn. */
  #feed(event: ConversationEvent, at: Instant = now()) {
    if (this.#phase !== 'talking') return;
    this.#waiting.push({ event, at });
    if (this.#stepping) return;
    this.#stepping = true;
    try {
      for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) this.#step(next.event, next.at);
    } finally {
      this.#stepping = false;
    }
  }

  #step(event: ConversationEvent, at: Instant) {
    const { call, talk, report } = this.#o;
    this.#trail.note(event);
    let effects: readonly ConversationEffect[];
    try {
      effects = talk.step(event, at);
      // What is heard goes first; the file comes after it.
      for (const effect of effects) if (effect.type !== 'note') this.#carryOut(effect, at);
    } finally {
      this.#transcript?.event(event, toMachine(at));
    }
    for (const effect of effects) if (effect.type === 'note') this.#note(effect.note);
    if (this.#unreported.length > 0) report({ type: 'noted', call, notes: this.#unreported.splice(0) });
  }

  #note(told: ConversationNote) {
    const note = noteWith(told, toMachine);
    this.#transcript?.note(note);
    this.#unreported.push(note);
  }

  #carryOut(effect: Exclude<ConversationEffect, { type: 'note' }>, at: Instant) {
    switch (effect.type) {
      case 'say':
        return this.#voice.say(effect.prompt, effect.sentence, at, effect.fromMs);
      case 'stopSaying':
        return this.#voice.stop(effect.prompt);
      case 'setTimer':
        return this.#timers.set(effect.timer, effect.at, due =>
          this.#feed({ type: 'timer.fired', timer: effect.timer }, due),
        );
      case 'clearTimer':
        return this.#timers.clear(effect.timer);
      case 'ask':
        if (effect.what.type === 'transfer') this.#music.begin(this.#leg);
        return this.#o.report({
          type: 'wantsAsk',
          call: this.#o.call,
          ask: effect.ask,
          what: effect.what,
          limitMs: effect.limitMs,
        });
      case 'unask':
        this.#music.end();
        return this.#o.report({ type: 'unask', call: this.#o.call, ask: effect.ask });
      case 'hangUp':
        return this.#o.report({ type: 'wantsHangUp', call: this.#o.call });
    }
  }
}

const closedWith = (
  { call, options }: WorkerCallOptions,
  facts: MediaLegFacts | null,
  synthesised: boolean,
): FromWorker => {
  if (facts === null) return { type: 'closed', call, media: null, recording: null };
  const { recording, ...media } = facts;
  return {
    type: 'closed',
    call,
    media,
    recording: recording && { ...recording, file: `${options.file}.wav`, synthesised },
  };
};

/** Takes ports for a call and waits for it to be connected. Rejects when there are no ports. */
export const openWorkerCall = async (
  options: WorkerCallOptions,
): Promise<WorkerCall & { readonly local: MediaLeg['local'] }> => {
  const call = new LiveCall(options);
  await call.open();
  const { guard } = call;
  return {
    local: call.local,
    connect: guard((...told) => call.connect(...told)),
    promptMade: guard((...told) => call.promptMade(...told)),
    askAnswered: guard((...told) => call.askAnswered(...told)),
    join: guard((...told) => call.join(...told)),
    heardKey: guard((...told) => call.heardKey(...told)),
    stopRecording: guard(() => call.stopRecording()),
    close: by => call.close(by),
  };
};
