import type { Shape } from '../shape.ts';
import type { words as source } from '../zh-CN/faults.ts';

export const words: Shape<typeof source> = {
  says: {
    noRootFlow: 'No start flow. Choose one.',
    noRootNode: 'This flow has no start node. Choose one.',
    sameId: 'Duplicate id: {{detail}}. Delete one.',
    noSentence: 'No sentence yet.',
    emptySentence: 'A sentence is empty. Fill it in or delete it.',
    unknownVariable: 'Variable “{{detail}}” doesn’t exist. Add it in settings or choose another.',
    unknownIntent: 'Uses a deleted intent. Choose another.',
    unknownFlow: 'The target flow doesn’t exist. Choose one.',
    unknownNode: 'Refers to a deleted node. Choose another.',
    unknownExit:
      'A level rule refers to the exit “{{detail}}” the node no longer has. Choose another or delete the condition.',
    leadsNowhere: 'The branch “{{detail}}” isn’t connected. Connect it to the next node.',
    noWayOn: 'No branch after listening. Add one.',
    sameRouter: 'Two branches for “{{detail}}”. Delete one.',
    misplacedRouter: '“Collected” only works in collect nodes.',
    noCollected: '“Collected” isn’t connected.',
    badAnswer: 'The answer type isn’t set up correctly: check options, digits or range.',
    badDate: 'The date condition isn’t set up correctly: no day can meet it.',
    badKey: 'Key “{{detail}}” is invalid or duplicated.',
    unreachable: 'Nothing leads here. Connect or delete it.',
    loopsWithoutListening: 'Loops without listening. Add a listening node in between.',
    noWords: 'Nothing to recognise it by. Add keywords or similar sentences.',
    noLevelRule: 'Level rules need a fallback rule without conditions.',
    noTarget: 'No transfer target, or the number is invalid.',
    unknownSeat: 'The seat to transfer to doesn’t exist or was deleted: {{detail}}. Choose another.',
    unknownGroup: 'The seat group to transfer to doesn’t exist or was deleted: {{detail}}. Choose another.',
    badAddress: 'The address must start with http or https.',
    noTemplate: 'No SMS template selected.',
    tooMuch: 'Keywords, patterns and similar sentences add up to {{detail}}% of the limit for a plan. Most are here.',
    noGoal: 'No goal set for this conversation.',
    noExit: 'Add an exit, or describe when to take it.',
    openingLacks:
      'The opening doesn’t say {{detail}}. Say it in the first sentence, or in the announcement in settings.',
    badLimit: 'Times and counts must be greater than 0.',
  },
  opening: { caller: 'who is calling', machine: 'that it’s an automated call', recorded: 'that it’s recorded' },
};
