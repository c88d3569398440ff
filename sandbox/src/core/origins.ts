import { Refusal } from './refusal.ts'

/** Where the store's processes listen; webhooks go to them in turn. */
export class Origins {
  private list: string[] = []
  private turn = 0

  constructor(origins: readonly string[]) { this.set(origins) }
  set(origins: readonly string[]): void {
    for (const origin of origins) if (!URL.canParse(origin) || new URL(origin).origin !== origin) throw new Refusal(400, `not an origin: ${origin}`)
    this.list = [...origins]
  }
  all(): readonly string[] { return this.list }
  first(): string | undefined { return this.list[0] }
  /** The origin whose turn it is. */
  next(): string | undefined { return this.list[this.turn++ % Math.max(this.list.length, 1)] }
}
