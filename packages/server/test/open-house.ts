import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { type Answer, type CallOf, type Endpoint, type OutputOf, requestOf, wire } from '@lianxian/contract';
import type { HouseOptions } from '../src/composition/process-context.ts';
import type { Config } from '../src/config.ts';
import { openWeb } from '../src/house.ts';
import { hashOfToken, newToken } from '../src/rooms/accounts/session.ts';
import type { TestDatabase, TestMerchant } from './template.ts';

/** The web process of a test, reached over real HTTP. */
export interface TestHouse extends TestDatabase {
  readonly origin: string;
  readonly dataDir: string;
  /** Moves the house's clock forward. */
  readonly pass: (ms: number) => void;
  readonly now: () => Date;
  /** Form fields as they are; the whole answer, HTTP status beside it. */
  readonly post: (path: string, fields: Record<string, string>, headers?: Record<string, string>) => Promise<Posted>;
  /** A typed call that must succeed. */
  readonly ask: <E extends Endpoint>(endpoint: E, input: CallOf<E>, token?: string) => Promise<OutputOf<E>>;
  /** A token of the merchant's owner. */
  readonly signIn: (merchant: Pick<TestMerchant, 'id' | 'owner'>) => Promise<string>;
  /** A token of anybody. */
  readonly sessionOf: (merchantId: string, employeeId: string) => Promise<string>;
  /** Somebody new of the first merchant whose role holds exactly this. */
  readonly signInWith: (rights: readonly string[], buttons: readonly string[]) => Promise<string>;
}
interface Posted extends Answer {
  readonly status: number;
}

/** Addresses of documentation (RFC 5737, RFC 3849) stand for carriers of the open network: nothing is sent there. */
const carriers = ['192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24', '2001:db8::/32'];

export const testConfig = (over: Partial<Config>): Config => ({
  host: '127.0.0.1',
  port: 0,
  dataDir: '',
  databaseUrl: '',
  databaseOwnerUrl: null,
  sip: {
    bind: '127.0.0.1',
    port: 0,
    tcp: false,
    tlsPort: null,
    wssPort: null,
    webRtcPort: null,
    stunPort: null,
    certificate: null,
    publicIp: null,
    rtpPorts: { from: 40_000, to: 40_100 },
  },
  practicePort: null,
  secretKey: Buffer.alloc(32, 7).toString('base64'),
  isKeyNew: false,
  demo: false,
  captcha: false,
  production: false,
  trustProxy: false,
  apiHost: '',
  corsOrigins: [],
  frameAncestors: [],
  tls: null,
  weChat: null,
  privateHosts: carriers,
  sherpaDir: null,
  drainSeconds: 0,
  webDist: '',
  version: 'test',
  logLevel: 'silent',
  ...over,
});

/** Node's own client: a fetch costs five times as much, and a test file asks thousands of times. */
const poster =
  (origin: string, agent: Agent): TestHouse['post'] =>
  async (path, fields, headers = {}) => {
    const body = new URLSearchParams(fields).toString();
    const asking = request(`${origin}${wire.prefix}${path}`, {
      method: 'POST',
      agent,
      headers: { 'content-type': wire.contentType, 'content-length': body.length, ...headers },
    });
    const { promise: answered, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    asking.once('response', resolve).on('error', reject).end(body);
    const answer = await answered;
    return { ...((await json(answer)) as Answer), status: answer.statusCode ?? 0 };
  };

const asker =
  (post: TestHouse['post']): TestHouse['ask'] =>
  async (endpoint, input, token = '') => {
    const { body } = requestOf(endpoint.path, input as object, { token, page: '', language: '' });
    const answer = await post(endpoint.path, Object.fromEntries(body));
    if (answer.errorCode !== 0) throw new Error(`${endpoint.path}: ${answer.errorCode} ${answer.errorMsg}`);
    return endpoint.output.parse(answer.data) as OutputOf<typeof endpoint>;
  };

/** As a row: what it takes to sign in over HTTP, a hash of a password, is other tests' business. */
const sessionMaker =
  ({ database: { pool } }: TestDatabase, now: () => Date) =>
  async (merchantId: string, employeeId: string): Promise<string> => {
    const token = newToken();
    await pool.query(
      `insert into session (merchant_id, employee_id, token_hash, created_at, seen_at, expires_at)
       values ($1, $2, $3, $4, $4, $4::timestamptz + interval '1 day')`,
      [merchantId, employeeId, hashOfToken(token), now()],
    );
    return token;
  };

const staffMaker =
  ({ database: { pool }, merchants: [{ id }] }: TestDatabase) =>
  async (rights: readonly string[], buttons: readonly string[]): Promise<string> => {
    const { rows } = await pool.query<{ id: string }>(
      `with role as (
         insert into role (merchant_id, name, rights, buttons) values ($1, '角色', $2, $3) returning id
       )
       insert into employee (merchant_id, account, name, password_hash, role_code, role_id)
       select $1, $4, '员工', '', 'employee', id from role returning id`,
      [id, rights, buttons, `a${Math.random()}`],
    );
    return String(rows[0]?.id);
  };

/** Rates that do not bite: a test asks faster than people do. */
const freely = { all: 1_000_000, open: 1_000_000, large: 1_000_000, person: 1_000_000 };

/** Opens the web process on a database, which it closes with itself. */
export const openHouseOn = async (
  test: TestDatabase,
  over: Partial<Config> = {},
  options: HouseOptions = {},
): Promise<TestHouse> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'lianxian-house-'));
  let passedMs = 0;
  const now = () => new Date(Date.now() + passedMs);
  const config = testConfig({ dataDir, webDist: join(dataDir, 'dist'), databaseUrl: test.url, ...over });
  const web = await openWeb(config, { clock: { now }, rates: freely, ...options });
  const origin = `http://127.0.0.1:${web.info?.port}`;
  const agent = new Agent({ keepAlive: true });
  const post = poster(origin, agent);
  const [sessionOf, staff] = [sessionMaker(test, now), staffMaker(test)];
  return {
    ...test,
    origin,
    dataDir,
    now,
    pass: ms => {
      passedMs += ms;
    },
    post,
    ask: asker(post),
    sessionOf,
    signIn: merchant => sessionOf(merchant.id, merchant.owner.id),
    signInWith: async (...held) => sessionOf(test.merchants[0].id, await staff(...held)),
    close: async () => {
      await web.close();
      agent.destroy();
      await test.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};
