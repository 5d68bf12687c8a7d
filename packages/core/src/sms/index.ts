export * from './message.ts';
export { smsParts } from './parts.ts';
export { type Choosable, chooseProvider, type ProviderKind, providerKinds, providerRestMs } from './providers.ts';
export { meansStop } from './replies.ts';
export {
  fillTemplate,
  LINK_NAME,
  type SmsKind,
  type SmsTemplate,
  smsKinds,
  type TemplateFault,
  type TemplateState,
  templateFault,
  templateFaults,
  templateStates,
  variablesOfTemplate,
} from './template.ts';
