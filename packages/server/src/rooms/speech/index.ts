export { setHotWord, takesHotWords } from './hot-words.ts';
export { ofCall } from './of-call.ts';
export { createOutcomes, type Outcomes } from './outcomes.ts';
export {
  chosenService,
  recogniserOnLine,
  type Service,
  sealContext,
  type Tested,
  voiceService,
  webhookContext,
  webhookSecret,
} from './service.ts';
export { bindSpeech } from './speech.routes.ts';
export { hearingOfLines, serviceCopying } from './speech.store.ts';
export { hasVoice, voicesHeld, voicesNow, voicesToChoose } from './voices.ts';
