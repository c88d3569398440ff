import { Refusal } from './refusal.ts'

/**
 * Origins of the store's processes, which receive webhooks in turn; and the public origin, if
 * browsers use another one.
 */
export class Origins {
  private list: string[] = []
  private turn = 0
  private readonly publicOrigin: string | undefined

  constructor(origins: readonly string[], publicOrigin?: string) {
    this.set(origins)
    this.publicOrigin = publicOrigin
  }

  set(origins: readonly string[]): void {
    for (const origin of origins)
      if (!URL.canParse(origin) || new URL(origin).origin !== origin)
        throw new Refusal(400, `not an origin: ${origin}`)
    this.list = [...origins]
  }

  all(): readonly string[] {
    return this.list
  }

  /** The origin for links that people follow. */
  forPeople(): string {
    return this.publicOrigin ?? this.list[0] ?? ''
  }

  /** The next origin in turn. */
  next(): string | undefined {
    return this.list[this.turn++ % Math.max(this.list.length, 1)]
  }
}
