/** Of another country than China; as it is kept, with a + before it. */
export const isAbroad = (phone: string): boolean => /^\+(?!86)\d/.test(phone);

/** How a line dials numbers abroad: not at all, with a + before them, or 00. */
export const abroadWays = ['none', 'plus', '00'] as const;
export type AbroadWay = (typeof abroadWays)[number];
