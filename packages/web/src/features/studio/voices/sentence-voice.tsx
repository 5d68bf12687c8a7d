/** How a sentence sounds is not here yet: it shows nothing. */
export const SentenceVoice = (_: { planId: string; text: string }) => null;
