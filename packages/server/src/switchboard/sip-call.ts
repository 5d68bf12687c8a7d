import {
  type CalledParty,
  createGuard,
  type EndedBy,
  type Guard,
  type HangUpBecause,
  type HungUpBy,
  type Instant,
  interrupted,
  type MediaFacts,
  notDialled,
  type PartyOrder,
  type RecordingFacts,
  seatGoneFarewell,
  type Verdict,
  verdictOf,
} from '@lianxian/core';
import type { LegSignal, RemoteMedia } from '@lianxian/telephony';
import { now } from '../media-worker/clock.ts';
import { createExternalRequests, type ExternalRequests } from './external-requests.ts';
import type { LegListener } from './held-leg.ts';
import type { Offers } from './offers.ts';
import { type CalledHears, CallPeople } from './people.ts';
import type { Answer, Dial, Opening, Salvage, SipSwitchboardOptions, Voices } from './sip-options.ts';
import { spoken } from './spoken.ts';

interface SipCallParts {
  readonly options: SipSwitchboardOptions;
  readonly offers: Offers;
  /** False when it is forgotten already. */
  readonly forget: () => boolean;
}

/** A worker closes a recording in milliseconds; after this it is taken for stuck and its files are read instead. */
const CLOSE_LIMIT_MS = 5_000;
/** A farewell that was not said by then is not waited for. */
const FAREWELL_LIMIT_MS = 12_000;
const RINGING = 180;
const LOOPBACK = '127.0.0.1';
/** Where the sound of a leg goes that is nobody's; nothing is expected to come from there. */
const nowhere: RemoteMedia = {
  audio: {
    address: { host: '0.0.0.0', port: 9 },
    codec: 'PCMA',
    payloadType: 8,
    telephoneEvent: null,
    direction: 'recvonly',
  },
};

const sides: Readonly<Record<HungUpBy, EndedBy>> = {
  callee: 'callee',
  robot: 'robot',
  user: 'user',
  seat: 'user',
  platform: 'platform',
  nobody: 'platform',
};

/**
 * One call between core, its leg at the exchange and its media in a worker, from its command to its `ended`. A dial and an
 * answer differ in how the leg begins, and in nothing after it.
 */
export class SipCall {
  readonly #options: SipSwitchboardOptions;
  readonly #offers: Offers;
  readonly #forget: () => boolean;
  readonly #opening: Opening;
  /** Its name at the exchange and at its worker. */
  readonly #leg: string;
  /** All that comes for this call goes through it. */
  readonly #guard: Guard = createGuard(error => this.#defect(error));
  /** Who voices it; from `#prepare` on perhaps a voice of its own. */
  #voices: Omit<Voices, 'by'>;
  #isAtExchange: boolean;
  #answered = false;
  /** Those who take part beside the callee. */
  readonly #people: CallPeople;
  /** What its conversation asks; null until it is prepared. */
  #requests: ExternalRequests | null = null;
  #notes = 0;
  /** Who asked to end it, and the verdict when it is our own fault. */
  #endedBy: HungUpBy | null = null;
  #ownFault: Verdict | null = null;
  /** What the far end wrote beside its last word. */
  #reason = '';
  #over: { readonly at: Instant; readonly verdict: Verdict; readonly by: HungUpBy } | null = null;
  #media: 'none' | 'open' | 'closed' | 'lost' = 'none';
  /** What the worker told when it closed; it may come before the leg's own end. */
  #kept: { readonly media: MediaFacts | null; readonly recording: RecordingFacts | null } = {
    media: null,
    recording: null,
  };
  /** What is to be told of its media is known. */
  #isKept = false;
  /** Nothing more is waited for. */
  #isForced = false;
  #limit: NodeJS.Timeout | undefined;
  /** The callee hears a farewell; null: it does not. */
  #farewell: NodeJS.Timeout | null = null;
  #defects = 0;

  constructor(opening: Opening, { options, offers, forget }: SipCallParts) {
    this.#opening = opening;
    this.#options = options;
    this.#offers = offers;
    this.#forget = forget;
    this.#voices = options.voices;
    // Who called us is at the exchange from the beginning, under the name of the offer.
    this.#isAtExchange = opening.type === 'answer';
    this.#leg = opening.type === 'answer' ? opening.offer : opening.call;
    const { exchange, workers, onSignal } = options;
    const { call } = opening;
    this.#people = new CallPeople({
      ...{ call, exchange, workers, offers, leg: this.#leg, guard: this.#guard },
      tell: (party, news) => onSignal(call, { type: 'party', party, at: now(), news }),
      called: this.#isAmongOurs() ? this.#calledHears() : null,
      leftAlone: by => this.#part(by, by === 'platform' ? 'seatGone' : undefined),
      emptied: () => this.#finish(),
    });
  }

  begin(): void {
    const opening = this.#opening;
    this.#guard(() => (opening.type === 'dial' ? this.#dial(opening) : this.#answer(opening)))();
  }

  /** Somebody wants it over; nothing happens to one that is. */
  end(why: { readonly by: HungUpBy; readonly because?: HangUpBecause } | { readonly because: string }): void {
    if (this.#over) return;
    this.#guard(() => ('by' in why ? this.#part(why.by, why.because) : this.#fail(why.because)))();
  }

  /** Its talk can be paid for so long yet. */
  runOut(leftMs: number): void {
    if (this.#answered && !this.#over) this.#options.workers.runOut(this.#leg, leftMs);
  }

  /** Something is wanted of those who take part. */
  order(order: PartyOrder): void {
    if (!this.#over) this.#guard(() => this.#people.order(order))();
  }

  /** Makes what the call will say; false when it ended over it, or meanwhile. */
  async #prepare(): Promise<boolean> {
    const { voices, workers } = this.#options;
    const { trunk: _, behindNat: __, world, speaks, ...talk } = this.#opening.route;
    const { plan, variables } = this.#opening;
    const own = (plan && speaks && voices.by?.(await speaks(plan))) ?? voices;
    if (this.#over) return false;
    this.#voices = own;
    try {
      if (plan) await own.prepare({ plan, variables }, () => this.#over !== null);
    } catch {
      this.#fail('speechFailed');
      return false;
    }
    if (this.#over) return false;
    this.#requests = createExternalRequests({
      ...{ world, guard: this.#guard },
      invite: (who, invitation, came) => this.#people.invite(who, invitation, came),
      answered: (ask, answer) => workers.askAnswered(this.#leg, ask, answer),
    });
    const full = { ...talk, planKey: plan && talk.planKey, variables, voice: own.voice, standIn: own.standIn };
    // A large plan that is new here takes a moment; its call waits, no other, and is not asked for again before that.
    const isReady = workers.prepare(this.#leg, { plan, talk: full, hears: this.#listener(), guard: this.#guard });
    this.#media = 'open';
    await isReady;
    return !this.#over;
  }

  async #dial(dial: Dial): Promise<void> {
    const { call, party } = dial;
    const { lastCheck } = this.#options;
    if (party && !this.#people.dials(party)) return this.#hangUp('seat');
    // Somebody may hang up meanwhile: then nothing leaves.
    if (!(await this.#prepare())) return;
    const undialable = (await lastCheck?.(call)) ?? null;
    if (this.#over) return;
    // The last look reads the wish to hang up where it is written; the wish itself may come later than that.
    if (undialable?.because === 'cancelledByUser') return this.#hangUp('user');
    if (undialable !== null) return this.#end(now(), undialable);
    if (dial.called) await this.#callOurs(dial, dial.called);
    else this.#callOut(dial);
    if (!this.#over) this.#people.calleeRings();
  }

  #callOut({ route: { trunk }, phone: to, callerNumber: from, ringTimeoutMs }: Dial) {
    if (trunk === null) return this.#fail('callDefect');
    this.#isAtExchange = true;
    this.#options.exchange.dial(
      { leg: this.#leg, trunk, to, from, ringTimeoutMs },
      this.#guard(signal => this.#hear(signal)),
    );
  }

  /** The call's own leg leads nowhere: it is where the talk of people is mixed and recorded, and none of them is more than another. */
  async #callOurs({ ringTimeoutMs }: Dial, called: CalledParty): Promise<void> {
    try {
      await this.#options.workers.open(this.#leg, { localHost: LOOPBACK, realTimeText: false });
    } catch {
      return this.#fail('mediaFailed');
    }
    if (!this.#over) this.#people.calls(called, ringTimeoutMs);
  }

  /** What comes of one of ours who is called is the call's. */
  #calledHears(): CalledHears {
    const { workers, onSignal } = this.#options;
    const { call } = this.#opening;
    return {
      dialled: () => onSignal(call, { type: 'dialled', at: now() }),
      ringing: earlyMedia => onSignal(call, { type: 'ringing', at: now(), earlyMedia }),
      answered: () => {
        workers.connect(this.#leg, nowhere, 'confirmed');
        this.#answers(null);
      },
      notReached: verdict => this.#end(now(), verdict),
    };
  }

  #answers(dialog: unknown, at = now()): void {
    this.#answered = true;
    this.#people.calleeAnswered();
    this.#options.onSignal(this.#opening.call, { type: 'answered', at, dialog });
  }

  async #answer({ call, offer, route }: Answer): Promise<void> {
    const taken = this.#offers.take(offer);
    if (taken === null) return this.#end(now(), verdictOf({ how: 'cancelled', code: null }, 'in'));
    this.#options.onCallId?.(call, taken.leg.callId);
    taken.hears(this.#guard(signal => this.#hear(signal)));
    if (this.#over) return;
    taken.leg.progress(RINGING, false);
    if (await this.#prepare()) taken.leg.answer({ behindNat: route.behindNat ?? false });
  }

  #hear(signal: LegSignal) {
    if (this.#over) return;
    const { call } = this.#opening;
    const { onSignal, onCallId } = this.#options;
    switch (signal.type) {
      case 'dialled':
        onCallId?.(call, signal.callId);
        return onSignal(call, { type: 'dialled', at: signal.at, invite: signal.invite });
      case 'provisional':
        if (signal.code > 100) onSignal(call, { type: 'ringing', at: signal.at, earlyMedia: signal.earlyMedia });
        return;
      case 'answered':
        return this.#answers(signal.dialog, signal.at);
      case 'ended':
        this.#reason = signal.ending.reason;
        return this.#end(signal.at, verdictOf(signal.ending, this.#opening.type === 'answer' ? 'in' : 'out'));
    }
  }

  /** What its worker tells. */
  #listener(): LegListener {
    const { call } = this.#opening;
    const { exchange, workers, onSignal, onDefect, onAlarm, onRecogniserFacts } = this.#options;
    return {
      noted: notes => {
        this.#notes += notes.length;
        for (const note of notes) onSignal(call, { type: 'noted', note });
      },
      // A talk among people ends by itself only when nothing is left to pay for it.
      wantsHangUp: () => {
        if (this.#farewell !== null) return this.#hangUp('platform', 'seatGone');
        return this.#opening.plan ? this.#hangUp('robot') : this.#hangUp('platform', 'balanceOut');
      },
      wantsAsk: (ask, what, limitMs) => this.#requests?.ask(ask, what, limitMs),
      unask: ask => this.#requests?.unask(ask),
      wantsPrompt: (hash, segment) =>
        this.#voices.make(segment).then(
          () => workers.promptMade(this.#leg, hash, true),
          () => workers.promptMade(this.#leg, hash, false),
        ),
      failed: (because, defect) => {
        onDefect(call, defect);
        this.#fail(because);
      },
      vanished: () => {
        if (this.#over) return;
        this.#endedBy ??= 'nobody';
        exchange.hangUp(this.#leg, 'silent');
        this.#end(now(), verdictOf({ how: 'silent', code: null }));
      },
      alarm: because => onAlarm(call, because),
      recogniserFacts: (_, facts) => {
        const { recogniser } = this.#opening.route;
        if (recogniser) onRecogniserFacts?.(call, recogniser, facts);
      },
      closed: (media, recording) => {
        this.#media = 'closed';
        this.#kept = { media, recording };
        this.#isKept = true;
        this.#finish();
      },
      lost: () => {
        if (this.#media === 'lost') return;
        this.#media = 'lost';
        if (this.#over) return this.#salvage();
        return this.#fail('workerDied');
      },
    };
  }

  #isAmongOurs(): boolean {
    return this.#opening.type === 'dial' && this.#opening.called !== undefined;
  }

  /** Nobody goes without a word from a callee who waits for a seat. */
  #part(by: HungUpBy, because?: HangUpBecause): void {
    // It is being said, and ends by itself.
    if (because === 'seatGone' && this.#farewell !== null) return;
    if (because !== 'seatGone' || !this.#answered || this.#isAmongOurs()) {
      this.#hangUp(by, because);
      return;
    }
    this.#farewell = setTimeout(
      this.#guard(() => this.#hangUp(by, because)),
      FAREWELL_LIMIT_MS,
    );
    this.#options.workers.takeLeave(this.#leg, seatGoneFarewell);
  }

  /**
   * The call is over with our BYE or CANCEL, not with the answer to it, which may take 32 s: the exchange sees it through
   * (an answer that crosses a CANCEL gets ACK and BYE).
   */
  #hangUp(by: HungUpBy, because?: HangUpBecause | 'balanceOut'): void {
    this.#endedBy ??= by;
    if (this.#isAtExchange) this.#options.exchange.hangUp(this.#leg);
    const seen = verdictOf({ how: 'byUs', code: null });
    if (this.#answered) this.#end(now(), because ? { ...seen, because } : seen);
    else this.#end(now(), notDialled('cancelledByUser'));
  }

  #fail(because: string): void {
    if (this.#over) return;
    this.#ownFault ??= interrupted(because);
    this.#hangUp('platform');
  }

  /** The first ends it in order, with what its worker kept; one more while that is done ends it at once. */
  #defect(error: unknown) {
    this.#options.onDefect(this.#opening.call, error);
    this.#defects += 1;
    if (this.#defects === 1) return this.#guard(() => this.#fail('callDefect'))();
    this.#isForced = true;
    this.#over ??= { at: now(), verdict: this.#ownFault ?? interrupted('callDefect'), by: 'platform' };
    this.#finish();
  }

  /** The leg is over: the verdict is known, the worker is asked to close. */
  #end(at: Instant, seen: Verdict) {
    if (this.#over) return;
    const { workers } = this.#options;
    clearTimeout(this.#farewell ?? undefined);
    this.#isAtExchange = false;
    if (seen.because === 'calleeHungUp' || seen.because === 'callerGaveUp') this.#endedBy = 'callee';
    const by = this.#endedBy ?? 'nobody';
    this.#requests?.close();
    const verdict = this.#ownFault ?? spoken(seen, by);
    this.#over = { at, verdict, by: this.#ownFault ? 'platform' : by };
    this.#people.close(this.#over.by, verdict);
    if (this.#media === 'closed' || this.#media === 'none') return this.#finish();
    if (this.#media === 'lost') return this.#guard(() => this.#salvage())();
    workers.willEnd(this.#leg, sides[by]);
    workers.close(this.#leg);
    this.#limit = setTimeout(
      this.#guard(() => {
        this.#media = 'lost';
        this.#isForced = true;
        return this.#salvage();
      }),
      CLOSE_LIMIT_MS,
    );
  }

  /** Its worker is gone, or does not answer: its files tell. */
  async #salvage(): Promise<void> {
    const { salvage, onSignal } = this.#options;
    const found = await salvage(this.#opening.route.file, this.#notes).catch(
      (): Salvage => ({ notes: [], recording: null }),
    );
    for (const note of found.notes) onSignal(this.#opening.call, { type: 'noted', note });
    this.#kept = { media: null, recording: found.recording };
    this.#isKept = true;
    this.#finish();
  }

  #isDone(): boolean {
    return this.#isForced || ((this.#isKept || this.#media === 'none') && this.#people.isEmpty());
  }

  #finish(): void {
    // Who was in it is told of first; a leg of theirs closes within its own limit.
    if (!this.#over || !this.#isDone() || !this.#forget()) return;
    clearTimeout(this.#limit);
    this.#options.onSignal(this.#opening.call, {
      type: 'ended',
      ...this.#over,
      ...this.#kept,
      reason: this.#reason,
    });
  }
}
