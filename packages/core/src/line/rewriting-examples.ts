/** A mobile number of the south, one of the east, and a fixed one: what carriers treat apart. Each is of its province. */
export const rewritingExamples = [
  { number: '13902212345', province: '广东' },
  { number: '13901712345', province: '上海' },
  { number: '02083391888', province: '广东' },
] as const;
