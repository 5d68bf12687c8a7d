import { createSocket } from 'node:dgram';
import { Agent } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { endpoints } from '@lianxian/contract';
import type { Plan } from '@lianxian/core';
import type { Api } from '../../journeys/house/api.ts';
import { type HostileAction, post, STRANGER, together } from './hostile-tools.ts';
import { planFiles, uploads } from './hostile-uploads.ts';

const forms = (atOnce: number): HostileAction => {
  const form = Buffer.from('a&'.repeat(524_288));
  return {
    name: `forms ${atOnce}`,
    zh: `${atOnce} 张 1 MB 表单不带令牌，不停地发`,
    en: `${atOnce} forms of 1 MB without a token, again and again`,
    before: { zh: '三张就让网页停 15 秒', en: 'three of them held the pages 15 s' },
    atOnce,
    run: async ({ house }, signal) => {
      const agent = new Agent({ localAddress: STRANGER });
      return together(atOnce, signal, async () => {
        await post(house, 'user/getUserInfo', { agent, body: form, type: 'application/x-www-form-urlencoded' });
        await delay(1);
      }).finally(() => agent.destroy());
    },
  };
};

const INTENTS = 1_471;
const PATTERNS = 60;

/** The largest plan within all limits that was published before what it becomes was bounded. */
const hugePlan = (plan: Plan): string => {
  const intents = Array.from({ length: INTENTS }, (_, n) => ({
    id: `x${n}`,
    name: `意图${n}`,
    priority: 1,
    words: [],
    patterns: Array.from({ length: PATTERNS }, (_each, at) => `a*b*c*d*e${n}f${at}`),
  }));
  return gzipSync(JSON.stringify({ ...plan, intents: [...plan.intents, ...intents] })).toString('base64url');
};

/** Made and saved once. */
const keepHuge = async (api: Api, name: string) => {
  const { id } = await api.call(endpoints.plan.create, { name: `${name} ${Date.now()}`, template: 'empty' });
  const draft = await api.call(endpoints.plan.draft, { id });
  const graph = hugePlan(draft.graph);
  const { rev } = await api.call(endpoints.plan.saveDraft, { id, rev: draft.rev, graph });
  return { id, graph, rev };
};

const plans: HostileAction = {
  name: 'plan',
  zh: `${INTENTS} 个意图 × ${PATTERNS} 个句式的话术，不停地保存、试聊、存测试`,
  en: `a plan of ${INTENTS} intents × ${PATTERNS} patterns saved, talked to and tested again and again`,
  before: { zh: '编译 7–12 秒，别家的通话断了 8 秒', en: 'compiled for 7–12 s, a hole of 8 s in another’s call' },
  atOnce: 3,
  run: async ({ api }, signal) => {
    const { id, graph, ...kept } = await keepHuge(api, '大话术');
    let { rev } = kept;
    const moves = [{ does: 'say' as const, text: '是axbxcxdxe7f3' }];
    const all = await Promise.all([
      together(1, signal, async () => {
        ({ rev } = await api.call(endpoints.plan.saveDraft, { id, rev, graph }));
      }),
      together(1, signal, () => api.call(endpoints.talk.run, { planId: id, moves })),
      together(1, signal, () => api.call(endpoints.talk.draftTest, { planId: id, moves })),
    ]);
    return all.reduce((sum, each) => sum + each, 0);
  },
};

const LISTED = 5;

/** Each is a small question about what is large. */
const lists: HostileAction = {
  name: 'lists',
  zh: `${LISTED} 个这样的话术，不停地列出话术和声音、改名`,
  en: `${LISTED} such plans; plans and voices listed, a plan renamed again and again`,
  before: { zh: '没有测过', en: 'not measured' },
  atOnce: 3,
  run: async ({ api }, signal) => {
    const ids: string[] = [];
    for (let n = 0; n < LISTED; n += 1) ids.push((await keepHuge(api, `列表 ${n}`)).id);
    let renamed = 0;
    const all = await Promise.all([
      together(1, signal, () => api.call(endpoints.plan.list, { limit: 100 })),
      together(1, signal, () => api.call(endpoints.audio.list, {})),
      together(1, signal, async () => {
        renamed += 1;
        await api.call(endpoints.plan.rename, { id: ids[renamed % LISTED]!, name: `改名 ${Date.now()} ${renamed}` });
      }),
    ]);
    return all.reduce((sum, each) => sum + each, 0);
  },
};

const IDLE = 4_000;
const IDLE_FROM = 8;
/** Opened again where it was shut, not faster than this each. */
const AGAIN_MS = 1_000;

const idle: HostileAction = {
  name: 'idle',
  zh: `${IDLE.toLocaleString('en')} 条空闲的 TCP 连接占着 SIP 端口，断了再连`,
  en: `${IDLE.toLocaleString('en')} idle TCP connections at the SIP port, opened again when shut`,
  before: { zh: '所有人 75 分钟连不上', en: 'closed to everybody for 75 minutes' },
  atOnce: 1,
  run: async ({ house }, signal) => {
    const open = new Set<Socket>();
    let opened = 0;
    const hold = (n: number): void => {
      if (signal.aborted) return;
      const socket = connect({
        port: house.sipPort,
        host: '127.0.0.1',
        localAddress: `127.0.2.${1 + (n % IDLE_FROM)}`,
      });
      open.add(socket);
      socket.on('connect', () => (opened += 1));
      socket.on('error', () => undefined);
      socket.on('close', () => {
        open.delete(socket);
        setTimeout(hold, AGAIN_MS, n).unref();
      });
    };
    for (let n = 0; n < IDLE; n += 1) {
      hold(n);
      if (n % 100 === 99) await delay(10);
    }
    while (!signal.aborted) await delay(100);
    for (const socket of open) socket.destroy();
    return opened;
  },
};

const FLOOD_A_TICK = 20;
const FLOOD_TICK_MS = 10;

const invite = (n: number, from: string, port: number): Buffer =>
  Buffer.from(
    [
      `INVITE sip:1${n}@127.0.0.1 SIP/2.0`,
      `Via: SIP/2.0/UDP ${from}:${port};branch=z9hG4bKhostile${n}`,
      'Max-Forwards: 70',
      `From: <sip:stranger@${from}>;tag=${n}`,
      `To: <sip:1${n}@127.0.0.1>`,
      `Call-ID: hostile-${n}`,
      'CSeq: 1 INVITE',
      `Contact: <sip:stranger@${from}:${port}>`,
      'Content-Length: 0',
      '',
      '',
    ].join('\r\n'),
  );

const flood: HostileAction = {
  name: 'flood',
  zh: `陌生人每秒 ${(FLOOD_A_TICK * 1_000) / FLOOD_TICK_MS} 个 INVITE`,
  en: `a stranger's ${(FLOOD_A_TICK * 1_000) / FLOOD_TICK_MS} INVITEs a second`,
  before: { zh: '每个都换回 14 倍的字节', en: 'each brought 14 times its bytes' },
  atOnce: 1,
  run: async ({ house }, signal) => {
    const socket = createSocket('udp4');
    socket.on('error', () => undefined);
    const from = '127.0.3.1';
    await new Promise<void>(resolve => socket.bind(0, from, resolve));
    const { port } = socket.address();
    const since = performance.now();
    let sent = 0;
    while (!signal.aborted) {
      for (const due = ((performance.now() - since) / FLOOD_TICK_MS) * FLOOD_A_TICK; sent < due; sent += 1)
        socket.send(invite(sent, from, port), house.sipPort, '127.0.0.1');
      await delay(FLOOD_TICK_MS);
    }
    socket.close();
    return sent;
  },
};

export const actions: readonly HostileAction[] = [forms(3), forms(10), plans, lists, planFiles, idle, flood, uploads];
