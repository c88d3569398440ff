/** A refusal by the sandbox's control calls and pages; the caller receives the text as {error}. */
export class Refusal extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}
