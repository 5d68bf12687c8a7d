import {
  type CompiledPlan,
  type ConversationEffect,
  type ConversationEvent,
  type Instant,
  type Question,
  questionAt,
  startConversation,
  startPlainTalk,
  stepConversation,
  stepPlainTalk,
} from '@lianxian/core';

/** One run of core's conversation machine: holds its state, gives its wishes. Throws where the machine has a defect. */
export interface Talk {
  readonly step: (event: ConversationEvent, at: Instant) => readonly ConversationEffect[];
  /** What the robot wants to hear where it stands; null: there is none. */
  readonly question: () => Question | null;
}

/** Of people alone. */
export const createPlainTalk = (): Talk => {
  let state = startPlainTalk();
  return {
    step: (event, at) => {
      const step = stepPlainTalk(state, event, at);
      if (step.kind === 'impossible') throw new Error(step.because);
      state = step.state;
      return step.kind === 'moved' ? step.effects : [];
    },
    question: () => null,
  };
};

export const createTalk = (plan: CompiledPlan): Talk => {
  let state = startConversation(plan);
  return {
    step: (event, at) => {
      const step = stepConversation(state, event, at);
      if (step.kind === 'impossible') throw new Error(step.because);
      state = step.state;
      return step.kind === 'moved' ? step.effects : [];
    },
    question: () =>
      questionAt(plan, { node: state.node, date: state.date, passed: state.path.map(({ node }) => node) }),
  };
};
