/** Where a command speaks: results to one side, what is being done to the other. */
export type Terminal = {
  out(text: string): void
  progress(text: string): void
  /** Set when the operator wants it to stop (SIGINT, SIGTERM). */
  signal: AbortSignal
}

/** Does what was asked for and answers the exit code: 0 done, 1 not or not wholly. */
export type Run = (terminal: Terminal) => Promise<number>

/** A command of the operator's tool. */
export type Command = {
  /** How it is typed and what it takes, for --help. */
  usage: string
  /** What was asked for, or null when it is no right use. */
  read(args: string[]): Run | null
}

/** What an operator can mend, told as it stands. */
export class Refusal extends Error {}
