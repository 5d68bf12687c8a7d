/**
 * Functions that were larger than their limit when it was set, as large as they may be. The list may only shrink: a test
 * refuses what grows, and an entry that is not needed any more.
 */
export const tolerated: ReadonlyMap<string, number> = new Map([
  ['packages/core/src/conversation/recognition/trie.ts slotOf: parameters', 5],
  ['packages/server/seed/templates/parts.ts asks: parameters', 5],
  ['packages/server/seed/templates/parts.ts says: parameters', 5],
  ['packages/server/src/rooms/sign-in/reset.ts allowReset: parameters', 5],
  ['packages/server/src/rooms/admin/merchants.ts add: parameters', 5],
  ['packages/server/src/rooms/admin/merchants.ts edit: parameters', 5],
  ['packages/server/src/rooms/imports/import.job.ts writeAll: parameters', 5],
  ['packages/server/src/rooms/plans/nodes.routes.ts lead: parameters', 5],
  ['packages/server/src/rooms/voices/sounding.test-data.ts riff: parameters', 5],
  ['packages/telephony/src/rtp/packet.ts writeRtpHeader: parameters', 6],
  ['packages/telephony/src/rtp/reception.ts count: parameters', 5],
  ['packages/web/src/app/routes.ts entry: parameters', 5],
  ['packages/web/src/features/studio/draft/history.ts record: parameters', 5],
  ['packages/web/src/features/studio/graph/node-kinds.ts freshNode: lines', 92],
  ['packages/workshop/src/bench/engine/main.ts sample: parameters', 5],
  ['packages/workshop/src/bench/figures.ts saveFigure: parameters', 5],
  ['packages/workshop/src/bench/main.ts sample: parameters', 5],
  ['packages/workshop/src/bench/push.ts sample: parameters', 5],
  ['packages/workshop/src/prove/main.ts one: parameters', 5],
]);
