export { countVariant, type DealingRead, dealingQuery, dropExperiment, fixVersions } from './variants.store.ts';
