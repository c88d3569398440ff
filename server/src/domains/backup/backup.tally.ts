import { hash } from 'node:crypto'

import type { Tally } from './backup.format.ts'

const lineEndByte = 0x0a

/**
 * Counts the rows of a COPY in text form, in which a line end is never part of a row. The checksum
 * adds up eight bytes of each row's SHA-256. It therefore does not depend on the order of rows,
 * which PostgreSQL does not guarantee.
 */
export class RowTally {
  #rows = 0
  #bytes = 0
  readonly #sums = [0, 0]
  #begun: Buffer[] = []

  /** Number of bytes read so far. */
  get bytes(): number {
    return this.#bytes
  }

  take(chunk: Buffer): void {
    this.#bytes += chunk.length
    let rowStart = 0

    for (
      let rowEnd = chunk.indexOf(lineEndByte);
      rowEnd >= 0;
      rowEnd = chunk.indexOf(lineEndByte, rowStart)
    ) {
      const lastBytes = chunk.subarray(rowStart, rowEnd)
      this.#add(this.#begun.length ? Buffer.concat([...this.#begun, lastBytes]) : lastBytes)
      this.#begun = []
      rowStart = rowEnd + 1
    }

    if (rowStart < chunk.length) this.#begun.push(Buffer.from(chunk.subarray(rowStart)))
  }

  #add(row: Buffer): void {
    const rowDigest = hash('sha256', row, 'buffer')
    this.#rows++
    this.#sums[0] = (this.#sums[0]! + rowDigest.readUInt32BE(0)) >>> 0
    this.#sums[1] = (this.#sums[1]! + rowDigest.readUInt32BE(4)) >>> 0
  }

  result(): Tally {
    const [high, low] = this.#sums.map((sum) => sum.toString(16).padStart(8, '0'))
    return { rows: this.#rows, sum: `${high}${low}` }
  }
}
