/**
 * What each figure measures: where the code lies whose change makes it old. `npm run check` says which figures are older
 * than their code (`older.ts`).
 */
const telephony = 'packages/telephony/src';
const media = ['packages/server/src/media-worker', 'packages/server/src/switchboard'];
const conversation = 'packages/core/src/conversation';
const dialling = [
  'packages/server/src/rooms/runner',
  'packages/server/src/rooms/pacing',
  'packages/server/src/rooms/dialler',
  'packages/core/src/pacing',
];
const database = 'packages/server/src/platform/db';
const web = 'packages/web/src';

export const subjects: Readonly<Record<string, readonly string[]>> = {
  attempt: [...dialling, 'packages/server/src/rooms/attempts', database],
  backtest: ['packages/server/src/rooms/grading', conversation],
  board: ['packages/web/src/features/tasks/board', 'packages/web/src/ui/data-table', 'packages/web/src/live'],
  bundles: [web, 'package-lock.json'],
  calls: [telephony, ...media, conversation],
  conversation: [conversation],
  'engine-memory': [telephony, ...media],
  'engine-packets': [telephony, ...media],
  'engine-setups': [telephony],
  'engine-soak': [telephony, ...media],
  'engine-talk': [telephony, ...media, conversation],
  customers: ['packages/server/src/rooms/customers', 'packages/server/src/rooms/library', database],
  'customers-import': ['packages/server/src/rooms/customer-sheets', 'packages/server/src/platform/sheets', database],
  dispatch: [...dialling, database],
  experiment: ['packages/core/src/experiment'],
  export: [
    'packages/server/src/rooms/call-sheets',
    'packages/server/src/rooms/batches',
    'packages/server/src/platform/sheets',
    database,
  ],
  filing: [
    'packages/server/src/rooms/dialler',
    'packages/server/src/rooms/attempts',
    'packages/server/src/rooms/records',
    database,
  ],
  hearing: [`${conversation}/recognition`],
  hostile: ['packages/server/src/platform', 'packages/server/src/rooms', telephony],
  http: ['packages/server/src/platform/http', database],
  import: ['packages/server/src/rooms/imports', 'packages/server/src/platform/sheets', database],
  intents: [conversation, 'packages/workshop/src/intents'],
  lab: [conversation, 'packages/core/src/simulation'],
  ledger: ['packages/server/src/rooms/decisions', ...dialling, database],
  live: ['packages/web/src/features/live-desk', 'packages/web/src/ui/data-table', 'packages/web/src/live'],
  library: [`${conversation}/recognition`],
  pacing: [...dialling, database],
  pages: [web],
  preview: ['packages/server/src/rooms/imports', 'packages/server/src/platform/sheets'],
  'prove-crash': [
    ...['batches', 'imports', 'keeping', 'settings', 'task-numbers', 'webhooks'].map(
      room => `packages/server/src/rooms/${room}`,
    ),
    database,
  ],
  'prove-sheets': ['packages/server/src/platform/sheets'],
  'prove-numbers': [telephony, ...media, ...dialling],
  'prove-paused': [...media, ...dialling],
  'prove-race': dialling,
  'prove-points': [...media, ...dialling],
  'prove-random': [telephony, ...media, ...dialling],
  'prove-retention': ['packages/server/src/rooms/settings', database],
  'prove-seats': [telephony, ...media, 'packages/server/src/rooms/seat-calls', 'packages/web/src/softphone'],
  'prove-silent': [...dialling, 'packages/server/src/platform'],
  'prove-town': [conversation, 'packages/core/src/simulation', 'packages/practice/src', ...media],
  'prove-soak': [telephony, ...media, ...dialling],
  package: ['packages/server/src/rooms/packages', 'packages/server/src/rooms/voices'],
  publish: ['packages/server/src/rooms/publishing', 'packages/server/src/rooms/plans', conversation],
  push: ['packages/server/src/platform/push'],
  records: ['packages/server/src/rooms/records', database],
  seats: [telephony, ...media, 'packages/server/src/webrtc-gate'],
  'seats-hand-over': [
    telephony,
    ...media,
    'packages/server/src/rooms/seat-calls',
    'packages/server/src/rooms/seat-boxes',
  ],
  'seats-load': [telephony, ...media, 'packages/server/src/webrtc-gate'],
  'seats-memory': [telephony, ...media, 'packages/server/src/webrtc-gate', 'packages/server/src/rooms/seat-calls'],
  'seats-page': ['packages/web/src/softphone', 'packages/web/src/console', 'packages/server/src/rooms/seat-calls'],
  sms: [
    'packages/server/src/rooms/sms-sending',
    'packages/server/src/rooms/sms',
    'packages/server/src/carriers',
    database,
  ],
  market: ['packages/server/src/rooms/market', database],
  stats: ['packages/server/src/rooms/stats', 'packages/server/src/rooms/sums', database],
  studio: ['packages/web/src/features/studio'],
  tasks: [telephony, ...media, ...dialling],
  voices: ['packages/server/src/rooms/voices', 'packages/telephony/src/audio'],
  whatif: ['packages/core/src/ahead', 'packages/core/src/rules'],
};
