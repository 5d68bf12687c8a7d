export * from './message.ts';
export { isTooLong, smsParts } from './parts.ts';
export { type Choosable, chooseProvider, type ProviderKind, providerKinds, providerRestMs } from './providers.ts';
export { meansStop } from './replies.ts';
export {
  type Filled,
  fillTemplate,
  LINK_NAME,
  type SmsKind,
  type SmsTemplate,
  type SmsValues,
  smsKinds,
  type TemplateFault,
  type TemplateState,
  templateFault,
  templateFaults,
  templateStates,
  variablesOfTemplate,
  WAY_OUT,
} from './template.ts';
