/** The sound of a call, and the file of its words beside it (media-worker/transcript-file). */
export const filesOf = (file: string): readonly string[] => ['wav', 'jsonl'].map(kind => `recordings/${file}.${kind}`);
