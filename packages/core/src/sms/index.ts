export * from './message.ts';
export { smsParts } from './parts.ts';
export { type Choosable, chooseProvider, type ProviderKind, providerKinds, providerRestMs } from './providers.ts';
export { meansStop } from './replies.ts';
export {
  filledNames,
  fillTemplate,
  LINK_NAME,
  numberedTemplate,
  type SmsKind,
  type SmsTemplate,
  smsKinds,
  type TemplateFault,
  type TemplateReviewState,
  type TemplateState,
  templateFault,
  templateFaults,
  templateReviewStates,
  templateStates,
  variablesOfTemplate,
} from './template.ts';
