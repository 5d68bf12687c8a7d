export {
  answersFromWire,
  answersToWire,
  firstOpen,
  type GuideAnswer,
  type GuideCheck,
  guideCheckOf,
  linkSOf,
  pathOf,
  type WireAnswer,
} from './answers.ts';
export { type GuideFault, type GuideOption, type GuideQuestion, guideFaultsOf, isMild } from './guide.ts';
