/** How a new node asks again, which wants any text: apart from the others (`reprompts.ts`), as the editor loads it at once. */
export const textReprompts = [
  '不好意思，没听清，您再说一遍？',
  '您慢慢说，我记下来。',
  '还是没听清，麻烦您换个说法。',
] as const;
