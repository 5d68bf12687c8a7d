/** The value of a variable, trimmed; empty where there is none. It may be called like something every object has. */
export const valueNamed = (values: Readonly<Record<string, string>>, name: string): string =>
  Object.hasOwn(values, name) ? (values[name]?.trim() ?? '') : '';
