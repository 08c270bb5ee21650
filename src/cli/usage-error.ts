/** Something the person must change about how they called the tool; no bug and no outcome of a command. */
export class UsageError extends Error {}
