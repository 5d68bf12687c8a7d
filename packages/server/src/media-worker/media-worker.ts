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
import { type FromWorker, PLANS_BYTES, type ToWorker, type WorkerSettings } from './messages.ts';
import { createPromptCache } from './prompt-cache.ts';
import { createSecondLegs } from './second-legs.ts';
import { createTalk } from './talk.ts';
import { createWakeUps } from './wake-ups.ts';
import { openWorkerCall, type WorkerCall } from './worker-call.ts';

/** The calls of one media worker; `hear` takes calls' messages in order. */
export interface MediaWorker {
  readonly hear: (message: Exclude<ToWorker, { type: 'start' }>) => void;
  /** So many bytes are left on the disk: with too few nothing is recorded any more (docs/safety.md#full-disks). */
  readonly heardOfDisk: (room: number) => void;
  /** Ends every call (by platform) and the engine; recordings are whole when it resolves. */
  readonly close: () => Promise<void>;
}

export interface MediaWorkerOptions {
  readonly settings: WorkerSettings;
  readonly engine: MediaEngine;
  readonly report: (message: FromWorker) => void;
  readonly openRecogniser?: OpenLegRecogniser;
}

export const startMediaWorker = ({ settings, engine, report, openRecogniser }: MediaWorkerOptions): MediaWorker => {
  const calls = new Map<string, WorkerCall | 'opening' | 'closed early'>();
  const plans = openByteCache<CompiledPlan>(PLANS_BYTES);
  const wakeUps = createWakeUps();
  let mayRecord = true;
  const cache = createPromptCache(hash => promptFile(settings.promptsDir, hash));

  const open = async ({ call, talk, wants }: Extract<ToWorker, { type: 'open' }>): Promise<void> => {
    const plan = plans.find(talk.planKey);
    if (!plan) throw new Error('the plan is not known here');
    calls.set(call, 'opening');
    await mkdir(dirname(join(settings.recordingsDir, talk.file)), { recursive: true, mode: 0o700 });
    const opened = await openWorkerCall({
      call,
      options: talk,
      wants,
      talk: createTalk(plan),
      engine,
      cache,
      wakeUps,
      recordingsDir: settings.recordingsDir,
      report,
      ...(openRecogniser ? { openRecogniser } : {}),
    });
    if (calls.get(call) === 'closed early') {
      calls.delete(call);
      return opened.close('platform');
    }
    calls.set(call, opened);
    if (!mayRecord) opened.stopRecording();
    report({ type: 'opened', call, local: opened.local });
  };

  const close = async (call: string, by: EndedBy): Promise<void> => {
    if (secondLegs.has(call)) return secondLegs.close(call);
    const live = calls.get(call);
    if (live === undefined) return report({ type: 'closed', call, media: null, recording: null });
    if (typeof live === 'string') return void calls.set(call, 'closed early');
    calls.delete(call);
    await live.close(by);
  };

  const secondLegs = createSecondLegs(engine, report);

  const live = (call: string): WorkerCall | null => {
    const found = calls.get(call);
    return typeof found === 'object' ? found : null;
  };

  const take = (message: Parameters<MediaWorker['hear']>[0]): unknown => {
    switch (message.type) {
      case 'plan':
        // Numbers and texts that are copied, not made: some ms of the largest plan.
        return plans.keep(message.key, deserialize(message.compiled) as CompiledPlan, message.compiled.byteLength);
      case 'open':
        open(message).catch((error: unknown) => {
          const { call } = message;
          const closed = calls.get(call) === 'closed early';
          calls.delete(call);
          report({ type: 'openFailed', call, because: String(error) });
          if (closed) report({ type: 'closed', call, media: null, recording: null });
        });
        return;
      case 'connect':
        if (secondLegs.has(message.call)) return secondLegs.connect(message.call, message.remote, message.phase);
        return live(message.call)?.connect(message.remote, message.phase, fromMachine(message.at));
      case 'askAnswered':
        return live(message.call)?.askAnswered(message.ask, message.answer);
      case 'openSecondLeg':
        return secondLegs.open(message.call, message.wants);
      case 'join': {
        const leg = secondLegs.find(message.call);
        const joined = () => report({ type: 'joined', call: message.call });
        if (leg) live(message.mainCall)?.join(leg, message.announcement, joined);
        return;
      }
      case 'key':
        return live(message.call)?.heardKey(message.key);
      case 'promptMade':
        return live(message.call)?.promptMade(message.hash, message.made);
      case 'close':
        return close(message.call, message.by);
    }
  };

  /** Calls guard themselves; this is for what lies before and between them. */
  const hear: MediaWorker['hear'] = message =>
    createGuard(error => {
      if (message.type === 'plan') return report({ type: 'defect', because: defectText(error) });
      report({ type: 'failed', call: message.call, because: 'conversationDefect', defect: defectText(error) });
    })(take)(message);

  return {
    hear,
    heardOfDisk: room => {
      mayRecord = room >= RECORDINGS_NEED_BYTES;
      if (mayRecord) return;
      for (const call of calls.values()) if (typeof call === 'object') call.stopRecording();
    },
    close: async () => {
      await secondLegs.closeAll();
      await Promise.allSettled([...calls.keys()].map(call => close(call, 'platform')));
      wakeUps.close();
      await engine.close();
    },
  };
};
