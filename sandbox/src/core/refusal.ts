/**
 * A refusal of the sandbox's own control calls and pages: the text goes to the caller as {error}.
 */
export class Refusal extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}
