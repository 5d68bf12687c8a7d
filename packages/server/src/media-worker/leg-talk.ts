import { join } from 'node:path';
import {
  type Answered,
  after,
  type ConversationEffect,
  type ConversationEvent,
  type ConversationNote,
  type EndedBy,
  type Guard,
  type Instant,
  questionText,
  type RecordingFacts,
  type SentenceSegment,
} from '@lianxian/core';
import {
  createTextLines,
  type MediaEngine,
  type MediaLeg,
  type MediaLegFacts,
  type TextLine,
} from '@lianxian/telephony';
import { localTime } from '../platform/local-time.ts';
import { syllablesOf } from '../platform/words/syllables.ts';
import { now, toDate, toMachine } from './clock.ts';
import { createEventTrail } from './defect.ts';
import { type Announcer, createAnnouncer, createWaitingMusic } from './hand-over.ts';
import type { LegRecogniser, OpenLegRecogniser } from './leg-recogniser.ts';
import type { FromWorker, TalkOptions } from './messages.ts';
import { noteWith } from './note-instants.ts';
import { createPeople, type HeardSignal, type People } from './people.ts';
import type { PromptCache } from './prompt-cache.ts';
import { createRobotVoice, type RobotVoice } from './robot-voice.ts';
import type { Talk } from './talk.ts';
import { createTimers, type Timers } from './timers.ts';
import { createTranscriptFile, type TranscriptFile } from './transcript-file.ts';
import { guardedWakeUps, type WakeUps } from './wake-ups.ts';

/**
 * The talk of a leg: its recording and its conversation. What the leg hears becomes events of the conversation; what the
 * conversation wants is done at once (docs/rules.md#effects: a callee must not hear the database).
 *
 *   opened ─answered→ recording ─first packet or greeting delay→ talking ─end→ closed
 *
 * Invariants: the recording runs from the answer to the close, so its length is ACK → BYE; nothing is said before the
 * other side's sound arrives after the answer (or had its chance to), so no greeting is clipped; what sounds before the
 * answer belongs to nobody's talk.
 */
export interface LegTalkOptions {
  readonly options: TalkOptions;
  readonly talk: Talk;
  readonly cache: PromptCache;
  readonly wakeUps: WakeUps;
  readonly recordingsDir: string;
  /** Without it nobody listens, whatever the talk wants. */
  readonly openRecogniser?: OpenLegRecogniser;
}

/** What a leg gives its talk. */
interface LegOfTalk {
  readonly leg: string;
  readonly report: (message: FromWorker) => void;
  /** Every door into the leg: what throws in one ends it. */
  readonly guard: Guard;
  readonly engine: Pick<MediaEngine, 'frameClock'>;
}

/** A far end that sends nothing (yet) is spoken to after this long: it may wait for our first packet. */
const GREETING_DELAY_MS = 500;
/** Real-time text without a line separator is a sentence when nothing was added for so long. */
const TEXT_PAUSE_MS = 2_000;

type Phase = 'opened' | 'recording' | 'talking' | 'failed' | 'closed';

export class LegTalk {
  readonly #o: LegTalkOptions & LegOfTalk;
  #leg: MediaLeg | null = null;
  #phase: Phase = 'opened';
  #recordingStopped = false;
  #answeredAt: Instant | null = null;
  /** Where the recording was paused, in ms since the answer; where it is, and since when. */
  readonly #pauses: { readonly fromMs: number; readonly toMs: number }[] = [];
  #pausedMs: number | null = null;
  /** The callee's words come as text. */
  #writes = false;
  /** Something the robot said was not spoken by people: the recording is labelled so (GB 45438-2025). */
  #hasSynthesis = false;
  /** The other side's voice, or its music before the answer, is heard right now. */
  #hearsVoice = false;
  #recogniser: LegRecogniser | null = null;
  /** What is heard while a person is rung, beneath the robot's own words. */
  readonly #music = createWaitingMusic();
  readonly #announcer: Announcer;
  /** Those who are there beside the callee, and hear what the robot says to all. */
  readonly people: People;
  #transcript: TranscriptFile | null = null;
  readonly #timers: Timers;
  readonly #voice: RobotVoice;
  readonly #calleeText = createTextLines();
  readonly #waiting: { readonly event: ConversationEvent; readonly at: Instant }[] = [];
  #stepping = false;
  /** Notes of one step go to calls in one message. */
  readonly #unreported: ConversationNote[] = [];
  readonly #trail = createEventTrail();
  /** Node of the question that a practice callee was told last. */
  #questionTold = '';

  constructor(options: LegTalkOptions & LegOfTalk) {
    this.#o = options;
    const { leg, cache, report, guard } = options;
    const wakeUps = guardedWakeUps(options.wakeUps, guard);
    this.#timers = createTimers(wakeUps);
    const { voice, standIn = voice } = options.options;
    const ask = (hash: string, segment: SentenceSegment) => report({ type: 'wantsPrompt', leg, hash, segment });
    this.#announcer = createAnnouncer({ voice, standIn, cache, wakeUps, ask, guard });
    this.people = createPeople({
      ...options,
      announcer: this.#announcer,
      callee: () => this.#leg,
      isUnderWay: () => this.#isUnderWay(),
      coming: this.#music.end,
      feed: event => this.#feed(event),
    });
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
      incomplete: () => report({ type: 'alarm', leg, because: 'speech: a sentence lacks what the voice did not make' }),
      synthesised: () => {
        this.#hasSynthesis = true;
      },
    });
  }

  /** Its leg has taken its ports. */
  sitOn(media: MediaLeg) {
    this.#leg = media;
  }

  answered(at: Instant) {
    if (this.#phase !== 'opened' || !this.#leg) return;
    this.#phase = 'recording';
    this.#answeredAt = at;
    this.people.arrange({ callee: 'talking', places: new Map() });
    // Whatever was said before the answer (an announcement) is no word of who answers.
    this.#calleeText.finish();
    this.#timers.clear('textPause');
    const { leg, options, recordingsDir } = this.#o;
    this.#leg.startRecording(join(recordingsDir, `${options.file}.wav`));
    this.#transcript = createTranscriptFile(
      join(recordingsDir, `${options.file}.jsonl`),
      { call: leg, answeredAt: toMachine(at), answeredOn: toDate(at).toISOString() },
      because => this.#o.report({ type: 'alarm', leg, because: `transcript file: ${because}` }),
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

  /** Keys to the callee. */
  sendKeys(keys: string) {
    if (this.#isUnderWay()) this.#leg?.sendKeys(keys);
  }

  /** From here on silence is recorded, or what sounds; what is not to be heard later is not written down either. */
  record(on: boolean) {
    if (!this.#isUnderWay()) return;
    if (on) this.#leg?.resumeRecording();
    else this.#leg?.pauseRecording();
    this.people.listen(on);
    if (!on) this.#closeRecogniser();
    else if (!this.#writes && this.#recogniser === null) this.#openRecogniser();
    const at = now();
    this.#pauseEnds(at);
    if (!on) this.#pausedMs = this.#msAt(at);
    this.#note({ type: on ? 'recordingResumed' : 'recordingPaused', at });
    this.#reportNotes();
  }

  #pauseEnds(at: Instant) {
    if (this.#pausedMs !== null) this.#pauses.push({ fromMs: this.#pausedMs, toMs: this.#msAt(at) });
    this.#pausedMs = null;
  }

  #msAt(at: Instant): number {
    return Math.max(0, Math.round(at - (this.#answeredAt ?? at)));
  }

  /** Something listens to it. */
  isHeard(): boolean {
    const { options, openRecogniser } = this.#o;
    return openRecogniser !== undefined && options.recogniser !== undefined;
  }

  #isUnderWay(): boolean {
    return this.#phase === 'recording' || this.#phase === 'talking';
  }

  /** It can be paid for so long yet. */
  runOut(leftMs: number) {
    this.#feed({ type: 'balance.out', leftMs });
  }

  /** The callee hears this, over music, and is to be hung up then. */
  takeLeave(text: string) {
    const { leg, report } = this.#o;
    const isHeard = this.#leg !== null && this.#isUnderWay();
    // No plan has it recorded.
    if (isHeard) this.#hasSynthesis = true;
    this.#announcer.say(this.#leg ? [this.#leg] : [], isHeard ? text : '', () => report({ type: 'wantsHangUp', leg }));
  }

  /** The disk has no more room for it; the call goes on. */
  stopRecording() {
    if (this.#recordingStopped) return;
    this.#recordingStopped = true;
    this.#leg?.stopRecording();
    this.#o.report({ type: 'alarm', leg: this.#o.leg, because: 'recording: the disk is nearly full' });
  }

  /** The leg is over: the conversation has its last word. */
  sumUp(by: EndedBy) {
    // Hung up before the robot could begin: the conversation sums up all the same.
    if (this.#phase === 'recording') this.#phase = 'talking';
    this.#takeLines(this.#calleeText.finish(), now());
    this.#feed({ type: 'call.ended', by });
  }

  /** Nothing more is said or heard. */
  end() {
    const { guard } = this.#o;
    this.#phase = 'closed';
    this.#pauseEnds(now());
    this.#timers.clearAll();
    // One that fails must not keep the others open.
    for (const part of [this.#voice.close, this.#announcer.close, this.#music.end, this.people.close]) guard(part)();
    guard(() => this.#closeRecogniser())();
  }

  /** Resolves when its words are with the operating system. */
  async written(): Promise<void> {
    await this.#transcript?.close();
  }

  /** A recording of it as it is told. */
  recorded(recording: NonNullable<MediaLegFacts['recording']>): RecordingFacts {
    const { file } = this.#o.options;
    const paused = this.#pauses.length > 0 && { paused: this.#pauses };
    return { ...recording, file: `${file}.wav`, synthesised: this.#hasSynthesis, ...paused };
  }

  /** It has lost its thread: nobody hears it any more until calls hangs up. */
  mute() {
    this.#phase = 'failed';
  }

  /** The kinds of its last events. */
  trail(): string {
    return this.#trail.text();
  }

  #begin(at: Instant) {
    if (this.#phase !== 'recording') return;
    this.#timers.clear('greeting');
    this.#phase = 'talking';
    const { variables, timeZone } = this.#o.options;
    const { date, minute: minuteOfDay } = localTime(toDate(at), timeZone);
    this.#feed({ type: 'conversation.started', variables, date, minuteOfDay }, at);
    this.#openRecogniser();
    // A 「喂？」 that runs into the last bar of a tune is not told as a new voice.
    if (this.#hearsVoice) this.#feed({ type: 'callee.speaking' }, at);
  }

  hear(signal: HeardSignal) {
    switch (signal.type) {
      case 'firstPacket':
        this.people.calleeHeard();
        return this.#begin(signal.at);
      case 'interrupted':
      case 'resumed':
        return this.people.calleeBreaksOff(signal.type === 'interrupted');
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
    }
  }

  #openRecogniser() {
    const { leg, options, openRecogniser, report, guard } = this.#o;
    if (!openRecogniser || !options.recogniser || this.#leg === null) return;
    this.#recogniser = openRecogniser(options.recogniser, this.#leg, {
      guard,
      words: text => this.#feed({ type: 'callee.words', text }),
      sentence: text => this.#feed({ type: 'callee.sentence', text, syllables: syllablesOf(text) }),
      deaf: because => report({ type: 'alarm', leg, because: `recogniser: ${because}` }),
    });
  }

  #closeRecogniser() {
    const { leg, options, report } = this.#o;
    const facts = this.#recogniser?.close();
    this.#recogniser = null;
    if (facts && options.recogniser)
      report({ type: 'recogniserFacts', leg, service: options.recogniser.service, facts });
  }

  #hearText(text: string, at: Instant) {
    // Who writes to us is not listened to as well: everything would be said twice.
    this.#writes = true;
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
    const { talk } = this.#o;
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
    this.#reportNotes();
  }

  #reportNotes() {
    const { leg, report } = this.#o;
    if (this.#unreported.length > 0) report({ type: 'noted', leg, notes: this.#unreported.splice(0) });
  }

  /** Once for each node the robot listens at. */
  #tellQuestion() {
    if (!this.#o.options.practice) return;
    const question = this.#o.talk.question();
    if (question === null || question.node === this.#questionTold) return;
    this.#questionTold = question.node;
    this.#leg?.sendText(questionText(question));
  }

  #note(told: ConversationNote) {
    const note = noteWith(told, toMachine);
    this.#transcript?.note(note);
    this.#unreported.push(note);
  }

  #carryOut(effect: Exclude<ConversationEffect, { type: 'note' }>, at: Instant) {
    switch (effect.type) {
      case 'say':
        this.#tellQuestion();
        if (this.people.talking().length > 0)
          this.#announcer.say(this.people.talking(), effect.sentence.text, () => undefined);
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
          leg: this.#o.leg,
          ask: effect.ask,
          what: effect.what,
          limitMs: effect.limitMs,
        });
      case 'unask':
        this.#music.end();
        return this.#o.report({ type: 'unask', leg: this.#o.leg, ask: effect.ask });
      case 'hangUp':
        return this.#o.report({ type: 'wantsHangUp', leg: this.#o.leg });
    }
  }
}
