/** Where a command writes: results to standard output, progress to standard error. */
export type Terminal = {
  out(text: string): void
  progress(text: string): void
  /** Aborts when the operator stops the tool (SIGINT, SIGTERM). */
  signal: AbortSignal
}

/** Runs a command and returns its exit code: 0 done, 1 refused or incomplete, 3 broken (doctor). */
export type Run = (terminal: Terminal) => Promise<number>

export type Command = {
  /** Arguments and options, for --help. */
  usage: string
  /** The run for these arguments; null for wrong arguments. */
  read(args: string[]): Run | null
}

/** An error that the operator can mend. The tool prints its message as it is. */
export class Refusal extends Error {}
