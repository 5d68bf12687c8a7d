/** Publishing is not here yet: it shows nothing. */
export const PublishDialog = (_: { planId: string; onClose: () => void }) => null;
