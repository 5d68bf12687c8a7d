import type { Uploaded } from './upload-box.tsx';

/** Numbers that are on the page and not yet in the task. */
interface KeptNumbers {
  readonly source: 'upload' | 'paste';
  readonly file: Uploaded | null;
  readonly text: string;
}

const keyOf = (taskId: string) => `lx.numbers.${taskId}`;

/** What was pasted or sent up for a task before the page was left or read anew; null when there was nothing. */
export const keptNumbers = (taskId: string): KeptNumbers | null => {
  const text = sessionStorage.getItem(keyOf(taskId));
  return text === null ? null : (JSON.parse(text) as KeptNumbers);
};

export const keepNumbers = (taskId: string, numbers: KeptNumbers): void => {
  const isNothing = numbers.file === null && numbers.text === '';
  try {
    if (isNothing) sessionStorage.removeItem(keyOf(taskId));
    else sessionStorage.setItem(keyOf(taskId), JSON.stringify(numbers));
  } catch {
    // The browser's store is full: the text stays on the page, only a reload would lose it.
  }
};
