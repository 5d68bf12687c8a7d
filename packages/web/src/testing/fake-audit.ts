import type { endpoints, OutputOf } from '@lianxian/contract';

type Detail = OutputOf<typeof endpoints.audit.detail>;
type Settings = OutputOf<typeof endpoints.config.all>;

const demo = { id: '1', name: '王晓雯', account: 'demo' };
const row = { who: demo, target: '', targetName: '', about: null, ip: '10.1.2.3', pagePath: '/port' };

/** Newest first. */
export const auditRows: readonly Detail[] = [
  {
    ...row,
    id: '903',
    at: '2026-11-18T08:30:00.000Z',
    action: 'line.save',
    target: '7',
    targetName: '移动线路',
    fields: ['channels', 'enabled'],
    before: { channels: 20, enabled: true },
    after: { channels: 40, enabled: false },
  },
  {
    ...row,
    id: '902',
    at: '2026-11-18T08:20:00.000Z',
    action: 'blacklist.add',
    fields: ['phones'],
    before: null,
    after: { phones: ['13812345678'] },
  },
  { ...row, id: '901', at: '2026-11-18T08:10:00.000Z', action: 'login', fields: [], before: null, after: null },
];

export interface FakeAuditStart {
  readonly audit?: readonly Detail[];
  readonly settings?: Partial<Settings>;
}

const usual: Settings = {
  legalFromMinute: 540,
  legalToMinute: 1_200,
  callsPerDay: 3,
  callsPerWeek: 10,
  channels: 300,
  channelsGranted: 100,
  levelNames: { A: '意向强', B: '', C: '', D: '', E: '', F: '' },
  ownerSeesPhones: true,
  demandsFactor: false,
  recordingDays: 180,
  zone: 'Asia/Shanghai',
  maySave: true,
  maySaveCalling: true,
};

/** The audit and the settings of a merchant. */
export const createFakeAudit = ({ audit = auditRows, settings }: FakeAuditStart) => {
  let kept: Settings = { ...usual, ...settings };
  const handlers = {
    'audit/list': ({ kind, q }: { kind?: string; q?: string }) => {
      const list = audit.filter(each => (!kind || each.action.startsWith(kind)) && (!q || each.targetName.includes(q)));
      return { list: list.map(({ before: _, after: __, ...shown }) => shown), total: list.length, after: null };
    },
    'audit/detail': ({ id }: { id: string }) => audit.find(each => each.id === id),
    'audit/people': () => ({ list: [demo] }),
    'audit/export': () => ({ batchId: '77' }),
    'config/all': () => kept,
    'config/save': (input: Partial<Settings>) => {
      kept = { ...kept, ...input };
      return {};
    },
  };
  return { handlers };
};
