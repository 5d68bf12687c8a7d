/** What a way to a record carries along where the record plays by itself. */
export const playsState = 'plays';
