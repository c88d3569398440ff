// The wire format of Protocol Buffers, read without a schema: which number means what is said by who
// reads (https://protobuf.dev/programming-guides/encoding/).

/** How many bytes the kinds take that have a fixed length; the others say it. */
const fixed: Record<number, number> = { 1: 8, 5: 4 }

/** The fields of a message by their numbers; numbers that are whole, doubles and bytes. */
export class Message {
  readonly #fields = new Map<number, (bigint | Buffer)[]>()

  constructor(bytes: Buffer) {
    let at = 0

    const varint = (): bigint => {
      let value = 0n
      for (let shift = 0n; ; shift += 7n) {
        const byte = bytes[at++]!
        value |= BigInt(byte & 0x7f) << shift
        if (byte < 0x80) return value
      }
    }

    const take = (length: number): Buffer => bytes.subarray(at, (at += length))

    while (at < bytes.length) {
      const tag = Number(varint())
      const kind = tag & 7
      const value = kind === 0 ? varint() : take(fixed[kind] ?? Number(varint()))
      const field = tag >> 3
      this.#fields.set(field, [...(this.#fields.get(field) ?? []), value])
    }
  }

  has = (field: number): boolean => this.#fields.has(field)
  all = (field: number): Message[] => this.bytesOf(field).map((bytes) => new Message(bytes))
  bytesOf = (field: number): Buffer[] => (this.#fields.get(field) ?? []) as Buffer[]
  one = (field: number): Message => this.all(field)[0]!
  text = (field: number): string => this.bytesOf(field)[0]?.toString('utf8') ?? ''
  hex = (field: number): string => this.bytesOf(field)[0]?.toString('hex') ?? ''
  whole = (field: number): number => Number((this.#fields.get(field)?.[0] ?? 0n) as bigint)
  double = (field: number): number => this.bytesOf(field)[0]?.readDoubleLE() ?? 0
}
