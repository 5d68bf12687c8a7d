/** zh-CN is the source: the others have its shape, a wrong or missing key does not compile. */
export type Shape<T> = {
  [K in keyof T]: T[K] extends string ? string : T[K] extends string[] ? string[] : Shape<T[K]>;
};
