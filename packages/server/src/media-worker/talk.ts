import {
  type CompiledPlan,
  type ConversationEffect,
  type ConversationEvent,
  type Instant,
  startConversation,
  stepConversation,
} from '@lianxian/core';

/** One run of core's conversation machine: holds its state, gives its wishes. A defect ends that one call (house §3). */
export interface Talk {
  readonly step: (event: ConversationEvent, at: Instant) => readonly ConversationEffect[] | 'defect';
}

export const createTalk = (plan: CompiledPlan): Talk => {
  let state = startConversation(plan);
  return {
    step: (event, at) => {
      try {
        const step = stepConversation(state, event, at);
        if (step.kind === 'impossible') return 'defect';
        state = step.state;
        return step.kind === 'moved' ? step.effects : [];
      } catch {
        return 'defect';
      }
    },
  };
};
