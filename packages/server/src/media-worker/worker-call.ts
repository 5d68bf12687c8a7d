import { join } from 'node:path';
import {
  after,
  type ConversationEffect,
  type ConversationEvent,
  type ConversationNote,
  type EndedBy,
  type Instant,
  type Sentence,
} from '@lianxian/core';
import {
  createTextLines,
  type MediaEngine,
  type MediaLeg,
  type MediaLegFacts,
  type MediaSignal,
  type RemoteMedia,
  type TextLine,
} from '@lianxian/telephony';
import { now, toDate, toMachine } from './clock.ts';
import type { FromWorker, MediaWants, TalkOptions } from './messages.ts';
import { noteWith } from './note-instants.ts';
import type { PromptCache } from './prompt-cache.ts';
import { createRobotText, type RobotText } from './robot-text.ts';
import type { Talk } from './talk.ts';
import { createTranscriptFile, type TranscriptFile } from './transcript-file.ts';
import { createVoicing } from './voiced.ts';
import type { WakeUps } from './wake-ups.ts';

/**
 * One call in a media worker: its media leg, its recording, its conversation. What the leg hears becomes events of the
 * conversation; what the conversation wants is done at once (house §3: a callee must not hear the database).
 *
 *   opened ─connect(early)→ listening ─connect(confirmed)→ recording ─first packet or 300 ms→ talking ─close→ closed
 *
 * Invariants: the recording runs from the answer to the close, so its length is ACK → BYE; nothing is said before the
 * other side's sound arrives (or had its chance to), so no greeting is clipped; what sounds before the answer belongs to
 * nobody's talk; after `closed` nothing is reported.
 */
export interface WorkerCall {
  readonly connect: (remote: RemoteMedia, phase: 'early' | 'confirmed', at: Instant) => void;
  readonly promptMade: (hash: string, made: boolean) => void;
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
}

/** A far end that sends nothing (yet) is spoken to after this long: it may wait for our first packet. */
const FIRST_PACKET_WAIT_MS = 300;
/** Real-time text without a line separator is a sentence when nothing was added for so long. */
const TEXT_PAUSE_MS = 2_000;

const minuteOfDay = (at: Date, timeZone: string): number => {
  const text = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(at);
  const [hour, minute] = text.split(':').map(Number);
  return (hour ?? 0) * 60 + (minute ?? 0);
};

type Phase = 'opened' | 'recording' | 'talking' | 'closed';

class LiveCall implements WorkerCall {
  readonly #o: WorkerCallOptions;
  #leg: MediaLeg | null = null;
  #phase: Phase = 'opened';
  #heardPacket = false;
  #recordingStopped = false;
  /** The other side's voice, or its music before the answer, is heard right now. */
  #hearsVoice = false;
  #transcript: TranscriptFile | null = null;
  readonly #timers = new Map<string, () => void>();
  readonly #calleeText = createTextLines();
  readonly #robotText: RobotText;
  readonly #voicing;
  readonly #waiting: { readonly event: ConversationEvent; readonly at: Instant }[] = [];
  #stepping = false;
  /** Notes of one step go to calls in one message. */
  readonly #unreported: ConversationNote[] = [];
  #playing: { readonly prompt: number; readonly text: string; sounding: boolean } | null = null;

  constructor(options: WorkerCallOptions) {
    this.#o = options;
    this.#robotText = createRobotText(text => this.#leg?.sendText(text), options.wakeUps);
    this.#voicing = createVoicing({
      voice: options.options.voice,
      cache: options.cache,
      wakeUps: options.wakeUps,
      ask: (hash, segment) => options.report({ type: 'wantsPrompt', call: options.call, hash, segment }),
    });
  }

  async open(): Promise<void> {
    const { engine, wants } = this.#o;
    this.#leg = await engine.open({ ...wants, voiceActivity: true }, signal => this.#hear(signal));
  }

  get local() {
    return this.#leg!.local;
  }

  connect(remote: RemoteMedia, phase: 'early' | 'confirmed', at: Instant) {
    if (this.#phase === 'closed' || !this.#leg) return;
    this.#leg.connect(remote);
    if (phase === 'early' || this.#phase !== 'opened') return;
    this.#phase = 'recording';
    // Whatever was said before the answer (an announcement) is no word of who answers.
    this.#calleeText.finish();
    this.#clearTimer('textPause');
    const { call, options, recordingsDir } = this.#o;
    this.#leg.startRecording(join(recordingsDir, `${options.file}.wav`));
    this.#transcript = createTranscriptFile(
      join(recordingsDir, `${options.file}.jsonl`),
      { call, answeredAt: toMachine(at), answeredOn: toDate(at).toISOString() },
      because => this.#o.report({ type: 'alarm', call, because: `transcript file: ${because}` }),
    );
    if (this.#heardPacket) this.#begin(at);
    else this.#setTimer('firstPacket', after(at, FIRST_PACKET_WAIT_MS), due => this.#begin(due));
  }

  promptMade(hash: string, made: boolean) {
    this.#voicing.made(hash, made);
  }

  stopRecording() {
    if (this.#recordingStopped) return;
    this.#recordingStopped = true;
    this.#leg?.stopRecording();
    this.#o.report({ type: 'alarm', call: this.#o.call, because: 'recording: the disk is nearly full' });
  }

  async close(by: EndedBy): Promise<void> {
    if (this.#phase === 'closed') return;
    // Hung up before the robot could begin: the conversation sums up all the same.
    if (this.#phase === 'recording') this.#phase = 'talking';
    this.#takeLines(this.#calleeText.finish(), now());
    this.#feed({ type: 'call.ended', by });
    this.#phase = 'closed';
    for (const cancel of this.#timers.values()) cancel();
    this.#timers.clear();
    this.#voicing.cancel();
    this.#robotText.stop();
    const [facts] = await Promise.all([this.#leg?.close(), this.#transcript?.close()]);
    this.#reportClosed(facts ?? null);
  }

  #reportClosed(facts: MediaLegFacts | null) {
    const { call, options, report } = this.#o;
    const recorded = facts?.recording ?? null;
    const { recording: _, ...media } = facts ?? { recording: null };
    report({
      type: 'closed',
      call,
      media: facts ? (media as Omit<MediaLegFacts, 'recording'>) : null,
      recording: recorded && {
        file: `${options.file}.wav`,
        durationMs: recorded.durationMs,
        bytes: recorded.bytes,
      },
    });
  }

  #begin(at: Instant) {
    if (this.#phase !== 'recording') return;
    this.#clearTimer('firstPacket');
    this.#phase = 'talking';
    const { variables, timeZone } = this.#o.options;
    this.#feed({ type: 'conversation.started', variables, minuteOfDay: minuteOfDay(toDate(at), timeZone) }, at);
    // A 「喂？」 that runs into the last bar of a tune is not told as a new voice.
    if (this.#hearsVoice) this.#feed({ type: 'callee.speaking' }, at);
  }

  #hear(signal: MediaSignal) {
    switch (signal.type) {
      case 'firstPacket':
        this.#heardPacket = true;
        return this.#begin(signal.at);
      case 'speaking':
        this.#hearsVoice = true;
        return this.#feed({ type: 'callee.speaking' }, signal.at);
      case 'quiet':
        this.#hearsVoice = false;
        return this.#feed({ type: 'callee.quiet' }, signal.at);
      case 'key':
        return this.#feed({ type: 'callee.key', key: signal.key }, signal.at);
      case 'text':
        return this.#hearText(signal.text, signal.at);
      case 'played':
        return this.#hearPlayed(signal);
      case 'vanished':
        // A callee behind silence suppression sends nothing while it listens: the plan's silence rules decide, not this.
        return;
      case 'recordingFailed':
        return this.#o.report({ type: 'alarm', call: this.#o.call, because: `recording: ${signal.because}` });
    }
  }

  #hearText(text: string, at: Instant) {
    const lines = this.#calleeText.push(text);
    this.#takeLines(lines, at);
    if (lines.at(-1)?.kind === 'words')
      this.#setTimer('textPause', after(at, TEXT_PAUSE_MS), due => this.#takeLines(this.#calleeText.finish(), due));
    else if (lines.length > 0) this.#clearTimer('textPause');
  }

  #takeLines(lines: readonly TextLine[], at: Instant) {
    for (const { kind, text } of lines)
      this.#feed(kind === 'words' ? { type: 'callee.words', text } : { type: 'callee.sentence', text }, at);
  }

  #hearPlayed(signal: Extract<MediaSignal, { type: 'played' }>) {
    if (this.#playing?.prompt === signal.id) {
      if (signal.complete) this.#robotText.finish();
      else this.#robotText.stop();
      this.#playing = null;
    }
    if (signal.complete) this.#feed({ type: 'prompt.finished', prompt: signal.id }, signal.at);
    else this.#feed({ type: 'prompt.stopped', prompt: signal.id, heardMs: signal.heardMs }, signal.at);
  }

  /** One event to the conversation, and its wishes carried out in order; what they cause at once waits its turn. */
  #feed(event: ConversationEvent, at: Instant = now()) {
    if (this.#phase !== 'talking') return;
    this.#waiting.push({ event, at });
    if (this.#stepping) return;
    this.#stepping = true;
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) this.#step(next.event, next.at);
    this.#stepping = false;
  }

  #step(event: ConversationEvent, at: Instant) {
    this.#transcript?.event(event, toMachine(at));
    const effects = this.#o.talk.step(event, at);
    if (effects === 'defect')
      return this.#o.report({ type: 'failed', call: this.#o.call, because: 'conversationDefect' });
    for (const effect of effects) this.#carryOut(effect, at);
    if (this.#unreported.length > 0)
      this.#o.report({ type: 'noted', call: this.#o.call, notes: this.#unreported.splice(0) });
  }

  #carryOut(effect: ConversationEffect, at: Instant) {
    switch (effect.type) {
      case 'say':
        return this.#say(effect.prompt, effect.sentence, at);
      case 'stopSaying':
        return this.#stopSaying(effect.prompt);
      case 'setTimer':
        return this.#setTimer(effect.timer, effect.at, due =>
          this.#feed({ type: 'timer.fired', timer: effect.timer }, due),
        );
      case 'clearTimer':
        return this.#clearTimer(effect.timer);
      case 'note': {
        const note = noteWith(effect.note, toMachine);
        this.#transcript?.note(note);
        this.#unreported.push(note);
        return;
      }
      case 'hangUp':
        return this.#o.report({ type: 'wantsHangUp', call: this.#o.call });
    }
  }

  #say(prompt: number, sentence: Sentence, at: Instant): void {
    const playing = { prompt, text: sentence.text, sounding: false };
    this.#playing = playing;
    this.#voicing.begin(sentence, at, (audio, isWhole) => {
      if (this.#playing !== playing) return;
      const { call, report } = this.#o;
      if (!isWhole) report({ type: 'alarm', call, because: 'speech: a sentence lacks what the voice did not make' });
      if (audio === null) return this.#unheard(prompt);
      playing.sounding = true;
      this.#leg?.play(prompt, audio);
      this.#robotText.begin(sentence.text, now(), audio.length / 8);
    });
  }

  #stopSaying(prompt: number) {
    if (this.#playing?.prompt !== prompt) return;
    if (this.#playing.sounding) return this.#leg?.stopPlaying();
    this.#voicing.cancel();
    setImmediate(() => this.#unheard(prompt));
  }

  /** Its sound was still awaited: nothing of it was heard, and the conversation goes on without it. */
  #unheard(prompt: number) {
    if (this.#playing?.prompt === prompt) this.#playing = null;
    this.#feed({ type: 'prompt.stopped', prompt, heardMs: 0 });
  }

  #setTimer(name: string, at: Instant, wake: (due: Instant) => void): void {
    this.#timers.get(name)?.();
    const cancel = this.#o.wakeUps.set(at, () => {
      this.#timers.delete(name);
      wake(now());
    });
    this.#timers.set(name, cancel);
  }

  #clearTimer(name: string): void {
    this.#timers.get(name)?.();
    this.#timers.delete(name);
  }
}

/** Takes ports for a call and waits for it to be connected. Rejects when there are no ports. */
export const openWorkerCall = async (
  options: WorkerCallOptions,
): Promise<WorkerCall & { readonly local: MediaLeg['local'] }> => {
  const call = new LiveCall(options);
  await call.open();
  return call;
};
