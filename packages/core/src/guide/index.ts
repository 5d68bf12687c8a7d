export { type GuideFault, type GuideOption, type GuideQuestion, guideFaultsOf, isMild } from './guide.ts';
