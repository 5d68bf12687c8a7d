/**
 * The house behind the page tests: web and jobs on real PostgreSQL, without telephony, in a process of its own that
 * `packages/web/page-house.setup.ts` starts. Beside it is a door for the tests alone: what only somebody above the
 * merchant, calls or time would make.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { openJobs } from '../../src/house.ts';
import { openHouseOn, testConfig } from '../open-house.ts';
import { cloneTemplate, startTemplate } from '../template.ts';
import { startWeChatServer } from '../wechat-server.ts';
import { openGround } from './action.ts';
import { actionsOf } from './actions.ts';
import { openCallsBeside } from './calls.ts';
import { openPhonesBeside, openSeatDoor } from './phones.ts';

const template = await startTemplate();
const weChat = await startWeChatServer();
const { origin: host, appId, secret } = weChat;
/** Where telephones of seats connect. */
const seatDoor = await openSeatDoor();
/** Where gateways find us: an address that a page shows, and nobody listens on. */
const sip = { ...testConfig({}).sip, publicIp: '198.51.100.20', port: 5_060, wssPort: seatDoor.port };
const house = await openHouseOn(await cloneTemplate(template), { weChat: { host, appId, secret }, sip });
const jobs = await openJobs(testConfig({ dataDir: house.dataDir, databaseUrl: house.url }));
const ground = await openGround(house, weChat);
const calls = await openCallsBeside(ground);
const phones = openPhonesBeside(ground, seatDoor);
const actions = { ...actionsOf(ground), ...calls.actions, ...phones.actions };

const door = createServer((asked, answer) => {
  const perform = async () => {
    const action = actions[asked.url?.split('/').at(-1) ?? ''];
    if (action === undefined) throw new Error(`the house knows no action ${asked.url}`);
    return await action(await json(asked));
  };
  perform().then(
    done => answer.setHeader('content-type', 'application/json').end(JSON.stringify(done ?? {})),
    (error: unknown) => answer.writeHead(500).end(error instanceof Error ? error.stack : String(error)),
  );
});
await new Promise<void>(done => door.listen(0, '127.0.0.1', done));
process.send?.({ house: Number(new URL(house.origin).port), door: (door.address() as AddressInfo).port });

process.once('disconnect', async () => {
  door.closeAllConnections();
  door.close();
  await calls.close();
  await phones.close();
  await ground.close();
  await jobs.close();
  await house.close();
  await weChat.close();
  await template.stop();
  // Threads that made sounds live as long as their process.
  process.exit();
});
