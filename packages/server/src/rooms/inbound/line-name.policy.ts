/** A line as the SIP port names it: in registrar accounts and in registrations of ours. */
export interface LineName {
  readonly merchantId: string;
  readonly lineId: string;
}

export const nameOfLine = ({ merchantId, lineId }: LineName): string => `${merchantId}.${lineId}`;

/** What follows a third dot tells registrations of one line apart; null for what is no name of ours. */
export const lineNamed = (name: string): LineName | null => {
  const [, merchantId, lineId] = /^(\d{1,19})\.(\d{1,19})(?:\.|$)/.exec(name) ?? [];
  return merchantId === undefined || lineId === undefined ? null : { merchantId, lineId };
};
