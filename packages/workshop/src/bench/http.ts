import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { type House, startHouse } from '../../journeys/house/house.ts';
import { type DirectDatabase, openDirect } from '../prove/database.ts';
import { cpuSecondsOf, pidsOfHouse, stolenSeconds } from './cpu.ts';
import type { Sample } from './figures.ts';
import { fillCalls } from './fill-calls.ts';
import { bareStatements } from './http-statements.ts';

/**
 * What a request costs the web process: who is signed in, and a page of 50 calls among 100,000. Beside it, in the same
 * round, a bare fastify route that sends the same bytes, alone and after the same statements, written by hand, through
 * `pg`. Processor time is that of the process that answers; PostgreSQL's is its own.
 */
const CALLS = 100_000;
const REQUESTS = 3_000;
const WARM_REQUESTS = 600;
/** An address has a budget a minute, and so has a person: the requests come from many. */
const ADDRESSES = 8;
const PEOPLE = 60;
const AT_ONCE_EACH = 2;

const endpointsMeasured = [
  { name: 'getUserInfo', path: 'user/getUserInfo', fields: {} },
  { name: 'callList', path: 'call/list', fields: { limit: '50' } },
] as const;
type Name = (typeof endpointsMeasured)[number]['name'];

interface HttpFigure {
  readonly name: Name;
  readonly bytes: number;
  /** CPU milliseconds a request. */
  readonly houseMs: number;
  readonly plainMs: number;
  readonly askingMs: number;
  readonly stolenSeconds: number;
}

const post = (agent: Agent, url: string, body: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': Buffer.byteLength(body) };
    const sent = request(url, { method: 'POST', agent, headers }, answer => {
      const parts: Buffer[] = [];
      answer.on('data', part => parts.push(part));
      answer.on('end', () => resolve(Buffer.concat(parts).toString()));
      answer.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });

/** Sends so many over a few connections of each address, the bodies in turn; every answer must be as long as the first. */
const send = async (url: string, bodies: readonly string[], requests: number): Promise<string> => {
  const agents = Array.from({ length: ADDRESSES }, (_, n) => {
    const localAddress = `127.0.1.${n + 1}`;
    return new Agent({ keepAlive: true, maxSockets: AT_ONCE_EACH, localAddress });
  });
  const each = Math.ceil(requests / (ADDRESSES * AT_ONCE_EACH));
  let said = '';
  let next = 0;
  const run = async (agent: Agent): Promise<void> => {
    for (let n = 0; n < each; n += 1) {
      next += 1;
      const answer = await post(agent, url, bodies[next % bodies.length]!);
      said ||= answer;
      if (answer.length !== said.length) throw new Error(`an answer differs: ${answer.slice(0, 200)}`);
    }
  };
  await Promise.all(agents.flatMap(agent => Array.from({ length: AT_ONCE_EACH }, () => run(agent))));
  for (const agent of agents) agent.destroy();
  return said;
};

const perRequest = async (pid: number, url: string, bodies: readonly string[]): Promise<number> => {
  await send(url, bodies, WARM_REQUESTS);
  const before = cpuSecondsOf(pid);
  await send(url, bodies, REQUESTS);
  return (1_000 * (cpuSecondsOf(pid) - before)) / REQUESTS;
};

const bareHouse = async (databaseUrl: string, answer: string, statements: readonly string[]) => {
  const bare: ChildProcess = fork(fileURLToPath(new URL('./http-bare.ts', import.meta.url)));
  bare.send({ databaseUrl, answer, statements });
  const [told] = await once(bare, 'message');
  return { pid: bare.pid!, port: z.object({ port: z.number() }).parse(told).port, stop: () => bare.kill() };
};

/** Sessions of as many owners of the demo merchant; one of their tokens each. */
const signInMany = async (direct: DirectDatabase): Promise<readonly string[]> => {
  const tokens = Array.from({ length: PEOPLE }, () => randomBytes(32).toString('base64url'));
  await direct.rows(
    `with made as (
       insert into employee (merchant_id, account, name, password_hash, role_code)
       select id, 'bench' || (100 + n), '王晓雯', '', 'company' from merchant, generate_series(1, cardinality($1::text[])) n
       where number = '100268' returning merchant_id, id, substr(account, 6)::int - 100 as n)
     insert into session (token_hash, merchant_id, employee_id, created_at, expires_at, seen_at)
     select sha256(($1::text[])[n]::bytea), merchant_id, id, now(), now() + interval '1 day', now() from made`,
    [tokens],
  );
  return tokens;
};

const measureRound = async (house: House, direct: DirectDatabase, tokens: readonly string[]): Promise<HttpFigure[]> => {
  const [web] = pidsOfHouse(house.supervisorPid, /--role web/);
  if (web === undefined) throw new Error('there is no web process');
  const figures: HttpFigure[] = [];
  for (const { name, path, fields } of endpointsMeasured) {
    const stolen = stolenSeconds();
    const bodies = tokens.map(token => new URLSearchParams({ token, ...fields }).toString());
    const url = `${house.url}/api/front/${path}`;
    const answer = await send(url, bodies, 1);
    const houseMs = await perRequest(web, url, bodies);
    const bare = await bareHouse(await direct.url(), answer, bareStatements[name]);
    const plainMs = await perRequest(bare.pid, `http://127.0.0.1:${bare.port}/plain`, bodies);
    const askingMs = await perRequest(bare.pid, `http://127.0.0.1:${bare.port}/asking`, bodies);
    bare.stop();
    figures.push({ name, bytes: answer.length, houseMs, plainMs, askingMs, stolenSeconds: stolenSeconds() - stolen });
  }
  return figures;
};

export const measureHttp = async (rounds: number): Promise<HttpFigure[]> => {
  const house = await startHouse({ PRACTICE: 'off', LOG_LEVEL: 'warn' });
  const direct = await openDirect(house.dataDir);
  try {
    await fillCalls(direct, CALLS);
    await direct.rows('analyze call');
    const tokens = await signInMany(direct);
    const all: HttpFigure[] = [];
    for (let round = 1; round <= rounds; round += 1)
      for (const figure of await measureRound(house, direct, tokens)) {
        all.push(figure);
        const { name, houseMs, plainMs, askingMs } = figure;
        process.stdout.write(
          `round ${round}, ${name}: ${houseMs.toFixed(3)} CPU ms a request, bare ${plainMs.toFixed(3)}, bare with the same statements ${askingMs.toFixed(3)}, stolen ${figure.stolenSeconds.toFixed(2)} s\n`,
        );
      }
    return all;
  } finally {
    await direct.close();
    await house.stop();
  }
};

const names: Readonly<Record<Name, readonly [zh: string, en: string]>> = {
  getUserInfo: ['getUserInfo', 'getUserInfo'],
  callList: ['通话记录一页 50 条（共 10 万）', 'a page of 50 calls among 100,000'],
};

export const httpSamples = (all: readonly HttpFigure[]): Sample[] =>
  endpointsMeasured.flatMap(({ name }): Sample[] => {
    const of = all.filter(figure => figure.name === name);
    const [zh, en] = names[name];
    const sample = (zhWhat: string, enWhat: string, unit: string, value: (figure: HttpFigure) => number): Sample => ({
      zh: `${zh}：${zhWhat}`,
      en: `${en}: ${enWhat}`,
      unit,
      digits: unit === '×' ? 1 : 3,
      values: of.map(value),
    });
    return [
      sample('网页进程每个请求的处理器时间', 'CPU of the web process a request', 'ms', ({ houseMs }) => houseMs),
      sample('只回同样字节的 fastify', 'bare fastify with the same bytes', 'ms', ({ plainMs }) => plainMs),
      sample('再加同样的 SQL 的 fastify', 'bare fastify with the same statements', 'ms', ({ askingMs }) => askingMs),
      sample('对后者的倍数', 'ratio to the latter', '×', ({ houseMs, askingMs }) => houseMs / askingMs),
    ];
  });
