// A small FLAC writer: 16-bit mono, fixed predictors, Rice-coded residuals. Enough for one calm
// loop, and every browser plays it.

const blockSize = 4096

const crcTable = (polynomial, bits) =>
  Array.from({ length: 256 }, (_, byte) => {
    let crc = byte << (bits - 8)
    for (let i = 0; i < 8; i++) crc = crc & (1 << (bits - 1)) ? (crc << 1) ^ polynomial : crc << 1

    return crc & ((1 << bits) - 1)
  })

const [table8, table16] = [crcTable(0x07, 8), crcTable(0x8005, 16)]
const crc8 = (bytes) => bytes.reduce((crc, byte) => table8[crc ^ byte], 0)

const crc16 = (bytes) =>
  bytes.reduce((crc, byte) => ((crc << 8) & 0xffff) ^ table16[(crc >> 8) ^ byte], 0)

/** Collects bits, most significant first. */
class Bits {
  bytes = []
  #held = 0
  #count = 0

  put(value, width) {
    for (let bit = width - 1; bit >= 0; bit--) {
      this.#held = (this.#held << 1) | (Math.floor(value / 2 ** bit) & 1)
      if (++this.#count === 8) {
        this.bytes.push(this.#held)
        this.#held = 0
        this.#count = 0
      }
    }
  }

  signed(value, width) {
    this.put(value < 0 ? value + 2 ** width : value, width)
  }

  unary(zeros) {
    for (let i = 0; i < zeros; i++) this.put(0, 1)
    this.put(1, 1)
  }

  align() {
    while (this.#count) this.put(0, 1)
  }
}

/**
 * The frame number in the UTF-8 manner that FLAC borrows; a loop of ours stays below 65 536 frames.
 */
function frameNumber(n) {
  if (n < 0x80) return [n]
  if (n < 0x800) return [0xc0 | (n >> 6), 0x80 | (n & 63)]

  return [0xe0 | (n >> 12), 0x80 | ((n >> 6) & 63), 0x80 | (n & 63)]
}

/** The residual of the fixed predictor of an order: differences of differences. */
function differences(samples, order) {
  let residual = samples
  for (let i = 0; i < order; i++)
    residual = residual.map((value, at) => (at <= i ? value : value - residual[at - 1]))

  return residual.slice(order)
}

const fold = (value) => (value < 0 ? -2 * value - 1 : 2 * value)

/** The cheapest Rice parameter of a stretch and what it costs in bits. */
function rice(values) {
  let best = { parameter: 0, cost: Infinity }

  for (let parameter = 0; parameter < 15; parameter++) {
    let cost = 4
    for (const value of values) cost += 1 + parameter + Math.floor(fold(value) / 2 ** parameter)
    if (cost < best.cost) best = { parameter, cost }
    else break
  }

  return best
}

/** The cheapest way to cut the residual of a block into stretches of their own parameter. */
function partitions(residual, order, size) {
  let best = null

  for (let depth = 0; depth <= 5; depth++) {
    const length = size >> depth
    if (size % (1 << depth) || length <= order) break

    const parts = Array.from({ length: 1 << depth }, (_, i) =>
      residual.slice(Math.max(0, i * length - order), (i + 1) * length - order),
    )
    const coded = parts.map((values) => ({ values, ...rice(values) }))
    const cost = coded.reduce((sum, part) => sum + part.cost, 0)
    if (!best || cost < best.cost) best = { depth, coded, cost }
  }

  return best
}

/** One subframe: the wasted low bits that every sample has at zero, the predictor, the residual. */
function subframe(bits, samples, wasted) {
  const whole = samples.map((value) => value >> wasted)
  const width = 16 - wasted
  const choices = [0, 1, 2, 3, 4]
    .filter((order) => order < whole.length)
    .map((order) => ({ order, ...partitions(differences(whole, order), order, whole.length) }))
  const best = choices.reduce((a, b) =>
    b.cost + b.order * width < a.cost + a.order * width ? b : a,
  )
  bits.put(0b001000 | best.order, 7)

  if (wasted) {
    bits.put(1, 1)
    bits.unary(wasted - 1)
  } else bits.put(0, 1)

  for (let i = 0; i < best.order; i++) bits.signed(whole[i], width)
  bits.put(0, 2)
  bits.put(best.depth, 4)

  for (const { values, parameter } of best.coded) {
    bits.put(parameter, 4)
    for (const value of values) {
      const folded = fold(value)
      bits.unary(Math.floor(folded / 2 ** parameter))
      bits.put(folded % 2 ** parameter, parameter)
    }
  }

  bits.align()
}

/** Encode 16-bit mono samples whose lowest `wasted` bits are zero. */
export function encodeFlac(samples, rate, wasted = 0) {
  const head = new Bits()
  for (const char of 'fLaC') head.put(char.charCodeAt(0), 8)
  head.put(1, 1)
  head.put(0, 7)
  head.put(34, 24)
  head.put(blockSize, 16)
  head.put(blockSize, 16)
  head.put(0, 24)
  head.put(0, 24)
  head.put(rate, 20)
  head.put(0, 3)
  head.put(15, 5)
  head.put(samples.length, 36)
  for (let i = 0; i < 16; i++) head.put(0, 8)
  const frames = []

  for (let at = 0, n = 0; at < samples.length; at += blockSize, n++) {
    const block = Array.from(samples.slice(at, at + blockSize))

    const start = [
      0xff,
      0xf8,
      0x70,
      0x08,
      ...frameNumber(n),
      (block.length - 1) >> 8,
      (block.length - 1) & 255,
    ]

    const bits = new Bits()
    for (const byte of [...start, crc8(start)]) bits.put(byte, 8)
    subframe(bits, block, wasted)
    const sum = crc16(bits.bytes)
    frames.push(Uint8Array.from([...bits.bytes, sum >> 8, sum & 255]))
  }

  return Buffer.concat([Uint8Array.from(head.bytes), ...frames])
}
