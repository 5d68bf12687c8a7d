export { createOutcomes, type Outcomes } from './outcomes.ts';
export { chosenService, recogniserOnLine, type Service, type Tested, webhookSecret } from './service.ts';
export { bindSpeech, type SpeechParts } from './speech.routes.ts';
export { serviceCopying } from './speech.store.ts';
