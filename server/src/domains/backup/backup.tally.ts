import { hash } from 'node:crypto'

import type { Tally } from './backup.format.ts'

const lineEnd = 0x0a

/**
 * Counts the rows of a COPY in text form, in which a line end is never part of a row. It adds up
 * the SHA-256 of each row, so that the order does not matter: a database returns rows in any
 * order.
 */
export class RowTally {
  #rows = 0
  #bytes = 0
  readonly #sums = [0, 0]
  #begun: Buffer[] = []

  /** Number of bytes so far. */
  get bytes(): number {
    return this.#bytes
  }

  take(chunk: Buffer): void {
    this.#bytes += chunk.length
    let from = 0

    for (let to = chunk.indexOf(lineEnd); to >= 0; to = chunk.indexOf(lineEnd, from)) {
      const end = chunk.subarray(from, to)
      this.#add(this.#begun.length ? Buffer.concat([...this.#begun, end]) : end)
      this.#begun = []
      from = to + 1
    }

    if (from < chunk.length) this.#begun.push(Buffer.from(chunk.subarray(from)))
  }

  #add(row: Buffer): void {
    const digest = hash('sha256', row, 'buffer')
    this.#rows++
    this.#sums[0] = (this.#sums[0]! + digest.readUInt32BE(0)) >>> 0
    this.#sums[1] = (this.#sums[1]! + digest.readUInt32BE(4)) >>> 0
  }

  result(): Tally {
    const [high, low] = this.#sums.map((sum) => sum.toString(16).padStart(8, '0'))
    return { rows: this.#rows, sum: `${high}${low}` }
  }
}
