import { createHash, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { chromiumFile } from '../../../../../scripts/chromium.ts';
import { freePort, type House } from '../../../journeys/house/house.ts';
import { openSeatBrowser } from '../../../journeys/house/seat-page.ts';
import { openDirect } from '../database.ts';
import { beginTalk, endTalk, goesOn, openSeatGround } from './ground.ts';
import { type Namespaces, openNamespaces } from './namespaces.ts';

/** A seat behind a symmetric translation, over HTTPS and wss with a certificate that its browser was told to take. */
interface TranslatedRun {
  /** False: this machine lets nobody make namespaces of the network. */
  readonly isAllowed: boolean;
  readonly violations: readonly string[];
  readonly legs: number;
}

/** Of the house's own certificate, as Chromium wants it. */
const keyOf = async ({ dataDir }: House): Promise<string> => {
  const { publicKey } = new X509Certificate(await readFile(join(dataDir, 'tls/cert.pem')));
  return createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64');
};

/** Who was made to be tried out signs in on this machine alone; from now on they are anybody. */
const letIn = async ({ dataDir }: House): Promise<void> => {
  const direct = await openDirect(dataDir);
  await direct.rows('update employee set demo = false').finally(direct.close);
};

const talkThrough = async (namespaces: Namespaces): Promise<Omit<TranslatedRun, 'isAllowed'>> => {
  const { house: host, outside } = namespaces;
  const [wssPort, stunPort] = [await freePort(), await freePort()];
  const settings = { HOST: host, PUBLIC_IP: outside, SIP_WSS_PORT: `${wssPort}`, STUN_PORT: `${stunPort}` };
  const browser = async (house: House, webRtcPort: number): Promise<Browser> => {
    await namespaces.route({ udp: [webRtcPort, stunPort], tcp: [house.port, wssPort] });
    const [file, trusts] = await Promise.all([namespaces.inside(chromiumFile ?? ''), keyOf(house)]);
    return openSeatBrowser({ file, trusts });
  };
  const ground = await openSeatGround({
    settings,
    makeReady: letIn,
    browser,
    url: ({ port }) => `https://${outside}:${port}`,
  });
  try {
    const talk = await beginTalk(ground);
    const found = await goesOn(ground, talk);
    const { violations, legs } = await endTalk(ground, talk);
    return { violations: [...found, ...violations], legs };
  } finally {
    await ground.close();
  }
};

export const runTranslated = async (): Promise<TranslatedRun> => {
  const namespaces = await openNamespaces();
  if (namespaces === null) return { isAllowed: false, violations: [], legs: 0 };
  const before = process.env.NODE_TLS_REJECT_UNAUTHORIZED;
  // The house's certificate is of this minute, and asked for on this machine alone.
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
  try {
    return { isAllowed: true, ...(await talkThrough(namespaces)) };
  } finally {
    if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before;
    await namespaces.close();
  }
};
