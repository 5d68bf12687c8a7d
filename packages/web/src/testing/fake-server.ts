import {
  decodeForm,
  type Endpoint,
  endpoints,
  type LiveCallEvent,
  type OutputOf,
  refusals,
  type TopicMessage,
  wantsProof,
} from '@lianxian/contract';
import type { z } from 'zod';
import type { Batch } from '../work/use-batches.ts';
import { createFakeBatches, type FakeBatches, listCalls } from './fake-calls.ts';
import { createFakeConsole } from './fake-console.ts';
import { type Home, homeNow, overview } from './fake-home.ts';
import type { Line } from './fake-line-world.ts';
import { createFakeLines, type FakeLines, type FakeLinesStart } from './fake-lines.ts';
import { createFakePlatform, type FakePlatformStart } from './fake-platform.ts';
import { createFakeSecurity, FakeRefusal, type FakeSecurityStart, rightCode } from './fake-security.ts';
import { createFakeSpeech, type FakeSpeechStart } from './fake-speech.ts';
import { type Task, tasks } from './fake-task-world.ts';
import { createFakeTasks, type FakeTasks } from './fake-tasks.ts';
import { createFakeVoices, type FakeVoicesStart } from './fake-voices.ts';
import {
  answeredCall,
  branding,
  busyCall,
  type CallDetail,
  type CallRow,
  liveStory,
  pastCalls,
  plans,
  practiceLine,
  visitor,
} from './fake-world.ts';

/**
 * The server's wire for page tests: it decodes every request and parses every answer with the contract table, so it
 * cannot drift from it. It knows no transport; `install.ts` puts it under `fetch` and `WebSocket` of a page.
 */
export interface FakeServer {
  /** Answers a POST below `/api/front/`, as the JSON of the wire. */
  readonly answer: (path: string, fields: Record<string, string>) => object;
  /** A socket asks to be opened; `send` and `close` reach the page. */
  readonly connect: (
    send: (message: object) => void,
    close: (code: number) => void,
  ) => {
    /** Takes what the page says. */
    readonly hear: (text: string) => void;
    /** The page has it open. */
    readonly welcome: () => void;
  };
  /** Closes all sockets. */
  readonly closes: (code: number) => void;
  /** The house stops, or is back: requests fail and no socket opens meanwhile. */
  readonly isAway: (away?: boolean) => boolean;
  /** A message goes to the open pages as it is. */
  readonly push: (message: object) => void;
  /** Something happens in the live call. */
  readonly happens: (event: LiveCallEvent) => void;
  /** The live call ends and is filed as `detail`. */
  readonly files: (detail: CallDetail) => void;
  /** A call of a task ends: its row is there, and who listens is told. */
  readonly ends: (row: CallRow) => void;
  /** A batch task goes on. */
  readonly batchGoes: FakeBatches['goes'];
  /** A task goes on. */
  readonly taskGoes: FakeTasks['goes'];
  /** Lines go on: their figures, their health, what a check finds. */
  readonly lines: Omit<FakeLines, 'handlers'>;
  /** Somebody changes what the person signed in is and may; the page is not told by that. */
  readonly becomes: (part: Partial<typeof visitor>) => void;
  /** What was failing answers again. */
  readonly heals: () => void;
  /** The code of the page is used in the mini-program. */
  readonly bindsWeChat: () => void;
  /** The code of a password reset is confirmed. */
  readonly confirmsReset: () => void;
  /** Settles before that path is answered. */
  readonly held: (path: string) => Promise<unknown> | undefined;
  /** Every request so far, in order. */
  readonly asked: readonly { readonly path: string; readonly fields: Record<string, string> }[];
}

export const credentials = { cid: '100268', account: 'demo', password: 'lianxian', captcha: '7KD4' };
export const token = 'fake-token';
export const liveCallId = '104';

const refuse = (code: number, errorMsg: string, field?: string) => ({
  errorCode: code,
  errorMsg,
  data: null,
  ...(field !== undefined && { field }),
});
const captchaImage =
  '<svg xmlns="http://www.w3.org/2000/svg" width="118" height="40"><text x="16" y="28" font-size="24" letter-spacing="8">7KD4</text></svg>';

/** All endpoints by path, from the table. */
const table = new Map<string, Endpoint>(
  Object.values(endpoints).flatMap(room => Object.values(room).map(each => [each.path, each as Endpoint])),
);

type Handlers = Record<string, (input: never) => unknown>;

/** Reads that several pages share are asked with the visitor's rights; those of one page are behind that page's door. */
const shared = /^(?:line|port|plan)\/(?:list|options)$/;
const mayAsk = ({ rights, btns }: OutputOf<typeof endpoints.user.getUserInfo>, { path, right }: Endpoint): boolean => {
  if (!shared.test(path)) return true;
  if (right.needs === 'page') return rights.includes(right.page);
  if (right.needs === 'button') return btns.includes(right.button);
  if (right.needs !== 'any') return true;
  return right.pages.some(page => rights.includes(page)) || right.buttons.some(button => btns.includes(button));
};

export const createFakeServer = (
  start: {
    calls?: readonly CallRow[];
    empty?: boolean;
    details?: readonly CallDetail[];
    batches?: readonly Batch[];
    tasks?: readonly Task[];
    home?: Home;
    /** Paths that answer with a defect until the server heals. */
    failing?: readonly string[];
    /** Who is signed in, where it is not the owner of the small merchant. */
    visitor?: Partial<typeof visitor>;
    /** Beside the practice line. */
    lines?: readonly Line[];
    branding?: Partial<typeof branding>;
    /** Help, notices, update log, texts, hosts of the branding. */
    platform?: FakePlatformStart;
    /** Paths whose answers come late. */
    held?: Readonly<Record<string, Promise<unknown>>>;
    /** `secondFactor`: signing in asks for a code. `stale`: password or code was typed long ago. `noCaptcha`: as with CAPTCHA=off. */
    security?: FakeSecurityStart & {
      readonly secondFactor?: boolean;
      readonly stale?: boolean;
      readonly noCaptcha?: boolean;
    };
  } & FakeSpeechStart &
    FakeVoicesStart &
    Omit<FakeLinesStart, 'lines'> = {},
): FakeServer => {
  let calls: CallRow[] = [...(start.calls ?? pastCalls)];
  const details = new Map<string, CallDetail>(
    [answeredCall, busyCall, ...(start.details ?? [])].map(detail => [detail.id, detail]),
  );
  const plansThere = start.empty ? [] : plans;
  const voices = createFakeVoices(start);
  let who = { ...visitor, ...start.visitor };
  const asked: FakeServer['asked'][number][] = [];
  const sockets = new Map<(message: object) => void, Set<string>>();
  const closing = new Set<(code: number) => void>();
  const closes = (code: number) => {
    for (const close of closing) close(code);
    closing.clear();
    sockets.clear();
  };
  let story: LiveCallEvent[] = [];
  let away = false;
  let stale = start.security?.stale ?? false;
  let failing = start.failing ?? [];

  const toTopic = (topic: string, message: TopicMessage) => {
    for (const [send, topics] of sockets) if (topics.has(topic)) send(message);
  };
  const filed = (id: string) => toTopic('calls', { type: 'callFiled', topic: 'calls', id });
  const toPages = (message: object) => {
    for (const send of sockets.keys()) send(message);
  };
  const batches = createFakeBatches(start.batches ?? [], id =>
    toTopic('batches', { type: 'batchChanged', topic: 'batches', id }),
  );
  const merchantTasks = createFakeTasks(start.tasks ?? tasks, { toTopic, addBatch: batches.add });
  const lines = createFakeLines(
    { ...start, lines: start.empty ? [] : [practiceLine, ...(start.lines ?? [])] },
    toTopic,
  );
  const becomes: FakeServer['becomes'] = part => {
    who = { ...who, ...part };
  };
  const security = createFakeSecurity(start.security ?? {}, becomes);
  const nextSeq = () => (story.at(-1)?.seq ?? -1) + 1;
  const callTopic = `call:${liveCallId}`;
  const happens = (event: LiveCallEvent) => {
    story.push(event);
    toTopic(callTopic, { type: 'call', topic: callTopic, event });
  };
  const place = (input: z.output<typeof endpoints.call.place.input>) => {
    const row: CallRow = {
      ...pastCalls[0]!,
      id: liveCallId,
      phone: input.phone,
      state: null,
      endedAt: null,
      level: null,
      talkMs: 0,
      hungUpBy: null,
    };
    // There is one live call, with one id: the next takes the place of the last.
    calls = [row, ...calls.filter(each => each.id !== liveCallId)];
    details.set(row.id, { ...busyCall, ...row, because: '', becauseText: '', sipCode: null, endedAt: null });
    story = [];
    for (const event of liveStory.slice(0, 3)) happens(event);
    filed(row.id);
    return { id: row.id };
  };

  const handlers: Handlers = {
    'user/captcha': () => ({ captchaKey: 'k1', image: captchaImage, required: !start.security?.noCaptcha }),
    ...createFakePlatform(start.platform ?? {}, { ...branding, ...start.branding }),
    'user/getUserInfo': () => who,
    'user/index': () => ({
      ...homeNow(start.home, start.empty ?? false, calls),
      ...(who.rights.includes('callLog') ? {} : { calls: null }),
    }),
    'user/logout': () => ({}),
    'call/correctLevel': ({
      id,
      level,
      why,
    }: {
      id: string;
      level: 'A' | 'B' | 'C' | 'D' | 'E' | 'F';
      why: string;
    }) => {
      const before = details.get(id)!;
      const correction = { ruledLevel: before.level, level, why, by: visitor.userName, at: '2026-11-20T09:00:00Z' };
      details.set(id, { ...before, level, corrected: true, correction });
      return { correction };
    },
    'plan/list': () => ({ list: plansThere, total: plansThere.length }),
    'plan/options': () => ({ list: plansThere, total: plansThere.length }),
    'call/list': (input: z.output<typeof endpoints.call.list.input>) => listCalls(calls, input),
    'call/place': place,
    ...batches.handlers,
    'message/list': () => ({ list: [], after: null }),
    'message/unread': () => ({ unread: 0 }),
    ...merchantTasks.handlers,
    ...lines.handlers,
    ...createFakeConsole().handlers,
    'table/settings': () => ({ look: null, views: [] }),
    'table/saveLook': () => ({}),
    ...voices.handlers,
    ...createFakeSpeech(start).handlers,
    ...security.handlers,
    'balance/info': () => ({ amount: '100', reserved: '1.2', available: '98.8' }),
    'call/hangUp': () => {
      happens({ seq: nextSeq(), atMs: 12_000, kind: 'state', state: 'ended' });
      return {};
    },
    'call/listenTicket': () => ({ url: '/api/front/call/listen?ticket=t' }),
    'file/ticket': () => ({ url: '/api/common/download/900?ticket=t' }),
    'platform/overview': () => overview,
  };

  const login = (input: z.output<typeof endpoints.user.login.input>) => {
    if (!start.security?.noCaptcha && input.captcha !== credentials.captcha)
      return refuse(121, '验证码不对，请重新输入');
    const right = input.cid === credentials.cid && input.account === credentials.account;
    if (!right || input.password !== credentials.password) return refuse(120, '商户编号、账号或密码不对');
    if (start.security?.secondFactor && input.code === '') return refuse(refusals.codeNeeded.code, '请输入动态码');
    if (start.security?.secondFactor && input.code !== rightCode)
      return refuse(refusals.codeWrong.code, '动态码不对或已用过，等下一个再试');
    return {
      errorCode: 0,
      errorMsg: '',
      data: endpoints.user.login.output.parse({ token, userName: visitor.userName }),
    };
  };

  return {
    asked,
    held: path => start.held?.[path],
    answer: (path, fields) => {
      asked.push({ path, fields });
      if (failing.includes(path)) return refuse(refusals.serverBusy.code, refusals.serverBusy['zh-CN']);
      const endpoint = table.get(path);
      if (!endpoint) return refuse(refusals.unknownEndpoint.code, refusals.unknownEndpoint['zh-CN']);
      if (endpoint.right.needs !== 'nothing' && fields.token !== token)
        return refuse(refusals.signedOut.code, refusals.signedOut['zh-CN']);
      if (!mayAsk(who, endpoint)) return refuse(refusals.noRight.code, refusals.noRight['zh-CN']);
      if (stale && wantsProof(endpoint, fields)) return refuse(refusals.proveAgain.code, refusals.proveAgain['zh-CN']);
      const decoded = decodeForm(endpoint.input, fields);
      if (!decoded.ok) return refuse(refusals.badInput.code, decoded.bad.field, decoded.bad.field);
      if (path === 'user/login') return login(decoded.input as z.output<typeof endpoints.user.login.input>);
      if (path === 'call/detail') {
        const detail = details.get((decoded.input as { id: string }).id);
        return detail
          ? { errorCode: 0, errorMsg: '', data: endpoint.output.parse(detail) }
          : refuse(refusals.notFound.code, '通话不存在或已删除');
      }
      const handler = handlers[path];
      if (!handler) throw new Error(`the fake server does not answer ${path}`);
      try {
        const data = endpoint.output.parse(handler(decoded.input as never));
        if (path === 'user/prove') stale = false;
        return { errorCode: 0, errorMsg: '', data };
      } catch (error) {
        if (error instanceof FakeRefusal) return refuse(error.code, error.message, error.field);
        throw error;
      }
    },
    heals: () => {
      failing = [];
    },
    closes,
    becomes,
    bindsWeChat: security.bindsWeChat,
    confirmsReset: security.confirmsReset,
    isAway: (now = away) => {
      if (now && !away) closes(1006);
      away = now;
      return away;
    },
    connect: (send, close) => {
      closing.add(close);
      const topics = new Set<string>();
      sockets.set(send, topics);
      return {
        welcome: () => send({ type: 'ready', seq: 0 }),
        hear: text => {
          const message = JSON.parse(text) as { type: string; topic?: string };
          if (message.type === 'subscribe' && message.topic) {
            topics.add(message.topic);
            if (message.topic === callTopic) for (const event of story) send({ type: 'call', topic: callTopic, event });
          }
          if (message.type === 'unsubscribe' && message.topic) topics.delete(message.topic);
        },
      };
    },
    push: toPages,
    happens,
    ends: row => {
      calls = [row, ...calls];
      filed(row.id);
    },
    batchGoes: batches.goes,
    taskGoes: merchantTasks.goes,
    lines,
    files: detail => {
      const over = { ...detail, id: liveCallId };
      details.set(liveCallId, over);
      calls = calls.map(row => (row.id === liveCallId ? { ...row, ...pick(over) } : row));
      happens({ seq: nextSeq(), atMs: 64_000, kind: 'state', state: 'ended' });
      happens({ seq: nextSeq(), atMs: 64_100, kind: 'filed', id: liveCallId });
      filed(liveCallId);
    },
  };
};

const pick = ({ state, level, talkMs, hungUpBy }: CallRow) => ({ state, level, talkMs, hungUpBy });
