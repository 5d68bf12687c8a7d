export {
  countVariant,
  type DealingRead,
  dealingQuery,
  dropExperiment,
  fixVersions,
  goneVoice,
} from './variants.store.ts';
