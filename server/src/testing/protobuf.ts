// Reads the wire format of Protocol Buffers without a schema: the caller knows what each field
// number means (https://protobuf.dev/programming-guides/encoding/).

/** Number of bytes of the wire types with a fixed length; the others contain their length. */
const fixedLengths: Record<number, number> = { 1: 8, 5: 4 }

/** The fields of a message by number: integers, doubles and bytes. */
export class Message {
  readonly #fields = new Map<number, (bigint | Buffer)[]>()

  constructor(bytes: Buffer) {
    let position = 0

    const readVarint = (): bigint => {
      let value = 0n
      for (let shift = 0n; ; shift += 7n) {
        const byte = bytes[position++]!
        value |= BigInt(byte & 0x7f) << shift
        if (byte < 0x80) return value
      }
    }

    const takeBytes = (length: number): Buffer => bytes.subarray(position, (position += length))

    while (position < bytes.length) {
      const tag = Number(readVarint())
      const kind = tag & 7
      const value =
        kind === 0 ? readVarint() : takeBytes(fixedLengths[kind] ?? Number(readVarint()))
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
