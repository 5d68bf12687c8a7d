import { merchantEndpoints, platformEndpoints, resellerEndpoints } from './endpoints/admin.ts';
import { afterCallEndpoints } from './endpoints/after-call.ts';
import { approvalEndpoints } from './endpoints/approvals.ts';
import { auditEndpoints } from './endpoints/audit.ts';
import { batchEndpoints } from './endpoints/batches.ts';
import { brandingEndpoints, noticeEndpoints } from './endpoints/branding.ts';
import { callActEndpoints, taskLogEndpoints, voiceLogEndpoints } from './endpoints/call-acts.ts';
import { callEndpoints } from './endpoints/calls.ts';
import { closedPlanEndpoints } from './endpoints/closed-plans.ts';
import { configEndpoints } from './endpoints/config.ts';
import {
  customerActEndpoints,
  customerAskEndpoints,
  customerMergeEndpoints,
  customerSettingEndpoints,
  customerSheetEndpoints,
} from './endpoints/customer-acts.ts';
import { customerEndpoints } from './endpoints/customers.ts';
import { decisionEndpoints } from './endpoints/decisions.ts';
import { experimentEndpoints } from './endpoints/experiments.ts';
import { followUpEndpoints } from './endpoints/follow-ups.ts';
import { helpEndpoints, textEndpoints, updateLogEndpoints } from './endpoints/help.ts';
import { homeEndpoints } from './endpoints/home.ts';
import { keepingEndpoints } from './endpoints/keeping.ts';
import { keywordEndpoints } from './endpoints/keywords.ts';
import { lendingEndpoints } from './endpoints/lending.ts';
import { levelEndpoints } from './endpoints/levels.ts';
import { fileEndpoints, lineEndpoints } from './endpoints/lines.ts';
import {
  blacklistEndpoints,
  consentEndpoints,
  numberListEndpoints,
  sharedListEndpoints,
  tradeEndpoints,
  whitelistEndpoints,
} from './endpoints/lists.ts';
import { liveEndpoints } from './endpoints/live.ts';
import { marketEndpoints } from './endpoints/market.ts';
import { mendEndpoints } from './endpoints/mending.ts';
import { messageEndpoints } from './endpoints/messages.ts';
import { balanceEndpoints, portEndpoints } from './endpoints/money.ts';
import { monitorEndpoints } from './endpoints/monitor.ts';
import { nodeStatEndpoints } from './endpoints/node-stat.ts';
import { numberFileEndpoints } from './endpoints/number-file.ts';
import { paletteEndpoints } from './endpoints/palette.ts';
import { oaEndpoints, roleEndpoints } from './endpoints/people.ts';
import { planFillEndpoints } from './endpoints/plan-fills.ts';
import { nodeRouterEndpoints, planNodeEndpoints } from './endpoints/plan-nodes.ts';
import { planProductEndpoints } from './endpoints/plan-products.ts';
import { planEndpoints } from './endpoints/plans.ts';
import { recordOrderEndpoints } from './endpoints/record-orders.ts';
import { removalEndpoints } from './endpoints/removals.ts';
import { researchEndpoints } from './endpoints/research.ts';
import { rulesEndpoints } from './endpoints/rules.ts';
import { seatEndpoints, seatPwdEndpoint } from './endpoints/seat.ts';
import { customEndpoints, seatLogEndpoints, seatWorkEndpoints } from './endpoints/seat-work.ts';
import { securityEndpoints } from './endpoints/security.ts';
import { smsEndpoints } from './endpoints/sms.ts';
import { speechEndpoints } from './endpoints/speech.ts';
import { statementEndpoints } from './endpoints/statements.ts';
import { statEndpoints } from './endpoints/stats.ts';
import { tableEndpoints } from './endpoints/tables.ts';
import { talkEndpoints } from './endpoints/talks.ts';
import { taskBeforeEndpoints } from './endpoints/task-before.ts';
import { taskFollowEndpoints } from './endpoints/task-follows.ts';
import { taskMoneyEndpoints } from './endpoints/task-money.ts';
import { taskNumberEndpoints } from './endpoints/task-numbers.ts';
import { taskReportEndpoints } from './endpoints/task-report.ts';
import { taskRetryEndpoints } from './endpoints/task-retries.ts';
import { taskSeriesEndpoints } from './endpoints/task-series.ts';
import { taskEndpoints, uploadEndpoints } from './endpoints/tasks.ts';
import { todoEndpoints } from './endpoints/todos.ts';
import { usePriceEndpoints } from './endpoints/use-prices.ts';
import { userEndpoints } from './endpoints/user.ts';
import {
  audioEndpoints,
  baseVoiceEndpoints,
  dynamicVoiceEndpoints,
  nodeVoiceEndpoints,
  planVoiceEndpoints,
} from './endpoints/voices.ts';
import { webhookEndpoints } from './endpoints/webhooks.ts';
import { whatIfEndpoints } from './endpoints/what-if.ts';

export * from './branding.ts';
export * from './decode.ts';
export * from './endpoint.ts';
export * from './endpoints/admin.ts';
export * from './endpoints/after-call.ts';
export * from './endpoints/approvals.ts';
export * from './endpoints/audit.ts';
export * from './endpoints/audit-actions.ts';
export * from './endpoints/batches.ts';
export * from './endpoints/branding.ts';
export * from './endpoints/call-acts.ts';
export * from './endpoints/calls.ts';
export { capsOf, wireCaps } from './endpoints/caps.ts';
export * from './endpoints/closed-plans.ts';
export * from './endpoints/config.ts';
export * from './endpoints/customer-acts.ts';
export * from './endpoints/customers.ts';
export * from './endpoints/decisions.ts';
export * from './endpoints/experiments.ts';
export * from './endpoints/follow-ups.ts';
export * from './endpoints/help.ts';
export * from './endpoints/home.ts';
export * from './endpoints/keeping.ts';
export * from './endpoints/keywords.ts';
export * from './endpoints/lending.ts';
export * from './endpoints/levels.ts';
export * from './endpoints/lines.ts';
export * from './endpoints/lists.ts';
export * from './endpoints/live.ts';
export * from './endpoints/market.ts';
export * from './endpoints/market-trades.ts';
export * from './endpoints/mending.ts';
export * from './endpoints/messages.ts';
export * from './endpoints/money.ts';
export * from './endpoints/monitor.ts';
export * from './endpoints/node-stat.ts';
export * from './endpoints/number-file.ts';
export * from './endpoints/palette.ts';
export * from './endpoints/people.ts';
export * from './endpoints/plan-fills.ts';
export * from './endpoints/plan-nodes.ts';
export * from './endpoints/plan-products.ts';
export * from './endpoints/plans.ts';
export * from './endpoints/record-orders.ts';
export * from './endpoints/removals.ts';
export * from './endpoints/research.ts';
export * from './endpoints/rules.ts';
export * from './endpoints/seat.ts';
export * from './endpoints/seat-work.ts';
export * from './endpoints/security.ts';
export * from './endpoints/sms.ts';
export { smsLimits } from './endpoints/sms-parts.ts';
export * from './endpoints/sms-providers.ts';
export * from './endpoints/speech.ts';
export * from './endpoints/statements.ts';
export * from './endpoints/stats.ts';
export * from './endpoints/tables.ts';
export * from './endpoints/talks.ts';
export * from './endpoints/task-before.ts';
export * from './endpoints/task-follows.ts';
export * from './endpoints/task-money.ts';
export * from './endpoints/task-numbers.ts';
export * from './endpoints/task-report.ts';
export * from './endpoints/task-retries.ts';
export * from './endpoints/task-series.ts';
export { columnUse, KEPT_TITLE_CHARS, type SheetEncoding, sheetEncoding } from './endpoints/task-sheets.ts';
export * from './endpoints/tasks.ts';
export * from './endpoints/todos.ts';
export * from './endpoints/use-prices.ts';
export * from './endpoints/user.ts';
export * from './endpoints/voices.ts';
export * from './endpoints/webhooks.ts';
export * from './endpoints/what-if.ts';
export * from './field-limits.ts';
export { type Bounds, day, fileKey, id, VARIABLE_CHARS } from './fields.ts';
export * from './files.ts';
export { planLimits, planRanges } from './plan-graph.parts.ts';
export { draftGraphOf, planGraph, planShape } from './plan-graph.ts';
export * from './push.ts';
export * from './refusal-fields.ts';
export * from './refusal-text.ts';
export { serviceHost } from './service-host.ts';
export * from './webhook-events.ts';
export * from './wire.ts';
export * from './words/after-call-words.ts';
export * from './words/audit-fields.ts';
export * from './words/audit-words.ts';
export { allowedText, type BadField, badInputText } from './words/bad-input.ts';
export * from './words/call-words.ts';
export * from './words/compared-voice.ts';
export { customersFilterText } from './words/customer-filter-words.ts';
export * from './words/customer-type-words.ts';
export { customerFieldWord, customerFieldWords, timelineWords } from './words/customer-words.ts';
export * from './words/decision-words.ts';
export * from './words/doctor-words.ts';
export * from './words/exit-words.ts';
export * from './words/import-reasons.ts';
export * from './words/kept-words.ts';
export * from './words/language.ts';
export { licenceWords } from './words/licence-words.ts';
export * from './words/line-words.ts';
export * from './words/list-words.ts';
export type { Noun } from './words/nouns.ts';
export * from './words/question-sheet.ts';
export * from './words/refusals.ts';
export * from './words/seat-words.ts';
export * from './words/sip-code-words.ts';
export * from './words/sms-words.ts';
export * from './words/speech-words.ts';
export * from './words/stored.ts';
export * from './words/task-state-words.ts';
export * from './words/task-words.ts';
export * from './words/todo-words.ts';
export * from './words/verdicts.ts';

/** The contract table: every endpoint of the platform. */
export const endpoints = {
  user: userEndpoints,
  home: homeEndpoints,
  palette: paletteEndpoints,
  table: tableEndpoints,
  security: securityEndpoints,
  plan: planEndpoints,
  planNode: planNodeEndpoints,
  nodeRouter: nodeRouterEndpoints,
  keywords: keywordEndpoints,
  research: researchEndpoints,
  audio: audioEndpoints,
  nodeVoice: nodeVoiceEndpoints,
  planVoice: planVoiceEndpoints,
  dynamicVoice: dynamicVoiceEndpoints,
  baseVoice: baseVoiceEndpoints,
  line: lineEndpoints,
  monitor: monitorEndpoints,
  call: callEndpoints,
  callActs: callActEndpoints,
  live: liveEndpoints,
  approval: approvalEndpoints,
  taskLog: taskLogEndpoints,
  voiceLog: voiceLogEndpoints,
  talk: talkEndpoints,
  speech: speechEndpoints,
  level: levelEndpoints,
  followUp: followUpEndpoints,
  todo: todoEndpoints,
  nodeStat: nodeStatEndpoints,
  mend: mendEndpoints,
  file: fileEndpoints,
  upload: uploadEndpoints,
  task: taskEndpoints,
  taskSeries: taskSeriesEndpoints,
  taskFollow: taskFollowEndpoints,
  taskBefore: taskBeforeEndpoints,
  taskNumbers: taskNumberEndpoints,
  taskMoney: taskMoneyEndpoints,
  taskRetry: taskRetryEndpoints,
  taskReport: taskReportEndpoints,
  experiment: experimentEndpoints,
  whatIf: whatIfEndpoints,
  decision: decisionEndpoints,
  numberFile: numberFileEndpoints,
  batch: batchEndpoints,
  message: messageEndpoints,
  port: portEndpoints,
  config: configEndpoints,
  rules: rulesEndpoints,
  keeping: keepingEndpoints,
  blacklist: blacklistEndpoints,
  whitelist: whitelistEndpoints,
  consent: consentEndpoints,
  numberList: numberListEndpoints,
  sharedList: sharedListEndpoints,
  trade: tradeEndpoints,
  balance: balanceEndpoints,
  statement: statementEndpoints,
  usePrice: usePriceEndpoints,
  lending: lendingEndpoints,
  merchant: merchantEndpoints,
  reseller: resellerEndpoints,
  platform: platformEndpoints,
  branding: brandingEndpoints,
  notice: noticeEndpoints,
  help: helpEndpoints,
  updateLog: updateLogEndpoints,
  text: textEndpoints,
  sms: smsEndpoints,
  webhook: webhookEndpoints,
  afterCall: afterCallEndpoints,
  audit: auditEndpoints,
  stat: statEndpoints,
  seatPwd: { getSeatPwd: seatPwdEndpoint },
  seat: seatEndpoints,
  seatWork: seatWorkEndpoints,
  seatLog: seatLogEndpoints,
  custom: customEndpoints,
  customer: customerEndpoints,
  customerActs: customerActEndpoints,
  customerSheets: customerSheetEndpoints,
  customerMerge: customerMergeEndpoints,
  customerSettings: customerSettingEndpoints,
  customerAsks: customerAskEndpoints,
  planFills: planFillEndpoints,
  closedPlan: closedPlanEndpoints,
  recordOrder: recordOrderEndpoints,
  market: marketEndpoints,
  planProduct: planProductEndpoints,
  removal: removalEndpoints,
  oa: oaEndpoints,
  role: roleEndpoints,
} as const;
