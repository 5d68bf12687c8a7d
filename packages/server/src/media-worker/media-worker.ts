import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { deserialize } from 'node:v8';
import { type CompiledPlan, createGuard, type EndedBy } from '@lianxian/core';
import type { MediaEngine } from '@lianxian/telephony';
import { openByteCache } from '../platform/byte-cache.ts';
import { RECORDINGS_NEED_BYTES } from '../platform/disk.ts';
import { promptFile } from '../speech/ports/prompt-key.ts';
import { fromMachine } from './clock.ts';
import { defectText } from './defect.ts';
import type { OpenLegRecogniser } from './leg-recogniser.ts';
import type { LegTalk, LegTalkOptions } from './leg-talk.ts';
import { type FromWorker, type LegRole, PLANS_BYTES, type ToWorker, type WorkerSettings } from './messages.ts';
import type { HeardSignal } from './people.ts';
import { createPromptCache } from './prompt-cache.ts';
import { createPlainTalk, createTalk } from './talk.ts';
import { createWakeUps } from './wake-ups.ts';
import { openWorkerLeg, type WorkerLeg } from './worker-leg.ts';

/** The legs of one media worker; `hear` takes calls' messages in order. */
export interface MediaWorker {
  readonly hear: (message: Exclude<ToWorker, { type: 'start' }>) => void;
  /** So many bytes are left on the disk: with too few nothing is recorded any more (docs/safety.md#full-disks). */
  readonly heardOfDisk: (room: number) => void;
  /** Ends every call (by platform) and the engine; recordings are whole when it resolves. */
  readonly close: () => Promise<void>;
}

interface MediaWorkerOptions {
  readonly settings: WorkerSettings;
  readonly engine: MediaEngine;
  readonly report: (message: FromWorker) => void;
  readonly openRecogniser?: OpenLegRecogniser;
}

/** All that is held of a leg here, from its order to its close. */
interface Held {
  readonly role: LegRole;
  /** Null while it is being opened. */
  open: WorkerLeg | null;
  /** Its close came before it was open. */
  isOver: boolean;
}

export const startMediaWorker = (options: MediaWorkerOptions): MediaWorker => {
  const { engine, report } = options;
  const legs = new Map<string, Held>();
  const wakeUps = createWakeUps();
  const talks = createTalks(options, wakeUps);
  let mayRecord = true;

  const open = async ({ leg, role, wants }: Extract<ToWorker, { type: 'open' }>): Promise<void> => {
    const held: Held = { role, open: null, isOver: false };
    legs.set(leg, held);
    try {
      const talk = role.type === 'talks' ? await talks.ready(role.talk) : null;
      const person = role.type === 'joins' ? joining.personOf(leg, role) : {};
      const opened = await openWorkerLeg({ leg, wants, engine, report, talk, ...person });
      if (held.isOver) {
        legs.delete(leg);
        return await opened.close('platform');
      }
      held.open = opened;
      if (!mayRecord) opened.talk?.stopRecording();
      report({ type: 'opened', leg, local: opened.media.local });
    } catch (error) {
      legs.delete(leg);
      report({ type: 'openFailed', leg, because: String(error) });
      if (held.isOver) report({ type: 'closed', leg, media: null, recording: null });
    }
  };

  const close = async (leg: string, by: EndedBy): Promise<void> => {
    const held = legs.get(leg);
    if (held === undefined) return report({ type: 'closed', leg, media: null, recording: null });
    held.isOver = true;
    if (held.open === null) return;
    legs.delete(leg);
    const { role, open: closing } = held;
    if (role.type === 'joins') tellTalk(role.main, talk => talk.people.leave(closing.media));
    await held.open.close(by);
  };

  const find = (leg: string): WorkerLeg | null => legs.get(leg)?.open ?? null;

  /** An order to the talk of a leg; nothing where it has none (any more). */
  const tellTalk = (leg: string, tell: (talk: LegTalk) => void): void => {
    const found = find(leg);
    const talk = found?.talk;
    if (talk) found.guard(() => tell(talk))();
  };

  const joining = createJoining(legs, tellTalk, report);

  const connect = ({ leg, remote, phase, at }: Extract<ToWorker, { type: 'connect' }>): void => {
    find(leg)?.connect(remote, phase, fromMachine(at));
    joining.connected(leg);
  };

  const take = (message: Parameters<MediaWorker['hear']>[0]): unknown => {
    switch (message.type) {
      case 'plan':
        return talks.learn(message.key, message.compiled);
      case 'open':
        return open(message);
      case 'connect':
        return connect(message);
      case 'askAnswered':
        return tellTalk(message.leg, talk => talk.askAnswered(message.ask, message.answer));
      case 'join':
        return joining.join(message);
      case 'arrange':
        return joining.arrange(message);
      case 'record':
        return tellTalk(message.leg, talk => talk.record(message.on));
      case 'keys':
        return tellTalk(message.leg, talk => talk.sendKeys(message.keys));
      case 'key': {
        const found = find(message.leg);
        return found?.guard(() => found.media.heardKey(message.key))();
      }
      case 'promptMade':
        return tellTalk(message.leg, talk => talk.promptMade(message.hash, message.made));
      case 'runOut':
        return tellTalk(message.leg, talk => talk.runOut(message.leftMs));
      case 'farewell':
        return tellTalk(message.leg, talk => talk.takeLeave(message.text));
      case 'close':
        return close(message.leg, message.by);
    }
  };

  /** Legs guard themselves; this is for what lies before and between them. */
  const hear: MediaWorker['hear'] = message =>
    createGuard(error => {
      if (message.type === 'plan') return report({ type: 'defect', because: defectText(error) });
      report({ type: 'failed', leg: message.leg, because: 'conversationDefect', defect: defectText(error) });
    })(take)(message);

  return {
    hear,
    heardOfDisk: room => {
      mayRecord = room >= RECORDINGS_NEED_BYTES;
      if (mayRecord) return;
      for (const leg of legs.keys()) tellTalk(leg, talk => talk.stopRecording());
    },
    close: async () => {
      await Promise.allSettled([...legs.keys()].map(leg => close(leg, 'platform')));
      wakeUps.close();
      await engine.close();
    },
  };
};

/** Legs that join the talk of another one. */
const createJoining = (
  legs: ReadonlyMap<string, Held>,
  tellTalk: (leg: string, tell: (talk: LegTalk) => void) => void,
  report: MediaWorkerOptions['report'],
) => {
  const mediaOf = (leg: string) => legs.get(leg)?.open?.media ?? null;
  return {
    join: ({ leg, replaces, ...joining }: Extract<ToWorker, { type: 'join' }>): void => {
      const role = legs.get(leg)?.role;
      const media = mediaOf(leg);
      if (media === null || role?.type !== 'joins') return;
      const comes = { ...joining, media, person: role.person, replaces: replaces === null ? null : mediaOf(replaces) };
      tellTalk(role.main, talk => talk.people.join(comes, () => report({ type: 'joined', leg })));
    },
    /** What is heard of somebody who joins goes to the talk that they join. */
    personOf: (leg: string, { main, person }: Extract<LegRole, { type: 'joins' }>) => ({
      person: {
        hear: (signal: HeardSignal) => {
          const media = mediaOf(leg);
          if (media) tellTalk(main, talk => talk.people.hear(media, person, signal));
        },
        isListenedTo: person.isSeat && legs.get(main)?.open?.talk?.isHeard() === true,
      },
    }),
    /** Who dialled the call hears it ring from their first media on. */
    connected: (leg: string): void => {
      const role = legs.get(leg)?.role;
      const media = mediaOf(leg);
      if (media && role?.type === 'joins' && role.person.dials)
        tellTalk(role.main, talk => talk.people.awaitCallee(media, role.person));
    },
    arrange: ({ leg, callee, places }: Extract<ToWorker, { type: 'arrange' }>): void => {
      const known = places.flatMap(([name, place]) => {
        const media = mediaOf(name);
        return media ? [[media, place] as const] : [];
      });
      tellTalk(leg, talk => talk.people.arrange({ callee, places: new Map(known) }));
    },
  };
};

/** What the talks of this worker share: its plans and prompts. */
const createTalks = (
  { settings, openRecogniser }: MediaWorkerOptions,
  wakeUps: LegTalkOptions['wakeUps'],
): {
  readonly learn: (key: string, compiled: Uint8Array) => void;
  /** All that a leg needs to talk. Rejects when its plan is not known here. */
  readonly ready: (options: LegTalkOptions['options']) => Promise<LegTalkOptions>;
} => {
  const { promptsDir, recordingsDir } = settings;
  const plans = openByteCache<CompiledPlan>(PLANS_BYTES);
  const cache = createPromptCache(hash => promptFile(promptsDir, hash));
  return {
    // Numbers and texts that are copied, not made: some ms of the largest plan.
    learn: (key, compiled) => plans.keep(key, deserialize(compiled) as CompiledPlan, compiled.byteLength),
    ready: async talk => {
      const plan = talk.planKey === null ? null : plans.find(talk.planKey);
      if (plan === undefined) throw new Error('the plan is not known here');
      await mkdir(dirname(join(recordingsDir, talk.file)), { recursive: true, mode: 0o700 });
      const shared = { cache, wakeUps, recordingsDir, ...(openRecogniser ? { openRecogniser } : {}) };
      return { options: talk, talk: plan === null ? createPlainTalk() : createTalk(plan), ...shared };
    },
  };
};
