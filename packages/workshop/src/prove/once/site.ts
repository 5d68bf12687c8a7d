import { chown, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { endpoints } from '@lianxian/contract';
import { callAtAnyHour } from '../../../journeys/house/any-hour.ts';
import { type Api, signInWith } from '../../../journeys/house/api.ts';
import { demoPasswordOf } from '../../../journeys/house/house.ts';
import { openColleague, type Role } from '../../../journeys/house/merchants.ts';
import type { Ground } from '../ground.ts';

export type Facts = Readonly<Record<string, unknown>>;

/** Where it is done: the demo merchant, who looks after the installation, and the rows and files past all rules. */
export interface Site extends Pick<Ground, 'house' | 'api' | 'direct'> {
  readonly platform: Api;
  /** Somebody whose exports wait for the owner's word. */
  readonly asker: Api;
  readonly merchantId: string;
  readonly ownerId: string;
  readonly planId: string;
  readonly lineId: string;
  /** Of a line that takes any number, and leads nowhere. */
  readonly ports: readonly { readonly portId: string; readonly channels: number }[];
  /** The first row of a statement, its numbers as numbers. */
  readonly one: <Row extends object = Facts>(text: string, ...values: readonly unknown[]) => Promise<Row>;
  /** Names of which none was given before. */
  readonly next: () => number;
  /** Both who look after the merchant and the installation prove who they are, for the next ten minutes. */
  readonly prove: () => Promise<void>;
  /** Files with these names in a folder of the data folder, as the house's own. */
  readonly files: (folder: string, names: readonly string[]) => Promise<void>;
  readonly filesIn: (folder: string) => Promise<readonly string[]>;
}

const EXPORT_ROWS = 1;

export const openSite = async (ground: Pick<Ground, 'house' | 'api' | 'direct'>): Promise<Site> => {
  const { house, api, direct } = ground;
  const one: Site['one'] = async <Row extends object>(text: string, ...values: readonly unknown[]) => {
    const [row] = await direct.rows<Row>(text, values);
    if (row === undefined) throw new Error(`nothing was found by ${text}`);
    return row;
  };
  const password = await demoPasswordOf(house);
  const platform = await signInWith(house, { cid: '100000', account: 'admin', password });
  const prove = async (): Promise<void> => {
    for (const person of [platform, api]) await person.call(endpoints.security.prove, { password });
  };
  await prove();
  const role: Role = { rights: ['callLog'], buttons: ['callLog:export'] };
  const owner = { api, is: { cid: '100268', account: 'demo', password } };
  const asker = await openColleague(house, owner, { account: 'asker', name: '申请人', ...role });
  await api.call(endpoints.config.save, { exportRows: EXPORT_ROWS });
  await callAtAnyHour(house, api);
  let given = 0;
  return {
    ...ground,
    ...(await one<Pick<Site, 'merchantId' | 'ownerId' | 'planId' | 'lineId'>>(
      `select m.id::text as "merchantId", e.id::text as "ownerId", p.id::text as "planId", l.id::text as "lineId"
       from merchant m join employee e on e.merchant_id = m.id and e.account = 'demo' join plan p on p.merchant_id = m.id
         join line l on l.merchant_id = m.id and l.practice where m.number = '100268' order by p.id limit 1`,
    )),
    ports: [
      {
        ...(await one<{ portId: string }>(
          `with made as (insert into line (merchant_id, name, address) select id, '线路', '192.0.2.1:5060' from merchant where number = '100268'
             returning merchant_id, id)
           insert into port (merchant_id, line_id, name, channels) select merchant_id, id, '网关', 5 from made returning id::text as "portId"`,
        )),
        channels: 5,
      },
    ],
    platform,
    prove,
    asker: asker.api,
    one,
    next: () => {
      given += 1;
      return given;
    },
    files: (folder, names) => writeOwned(house.dataDir, folder, names),
    filesIn: folder => readdir(join(house.dataDir, folder)).catch(() => []),
  };
};

/** Owned by whom the house's processes work as, as is the journal that they made. */
const writeOwned = async (dataDir: string, folder: string, names: readonly string[]): Promise<void> => {
  const { uid, gid } = await stat(join(dataDir, 'journal'));
  const at = join(dataDir, folder);
  await mkdir(at, { recursive: true });
  for (const path of [dirname(at), at]) await chown(path, uid, gid);
  for (const name of names) {
    await writeFile(join(at, name), 'sound');
    await chown(join(at, name), uid, gid);
  }
};
