/** Plans that a task compares are called by letters, in their order. */
export const variantName = (nth: number): string => 'ABC'[nth] ?? '';
