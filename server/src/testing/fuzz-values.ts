import fc from 'fast-check'

// Invalid values and bodies; created once, because some are large.

export type Json = { [name: string]: unknown }

/** A seeded random generator: a number from 0 to sides - 1. */
export type Die = (sides: number) => number

export function dieOf(seed: number): Die {
  let state = seed >>> 0
  return (sides) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)

    return ((mixed ^ (mixed >>> 14)) >>> 0) % sides
  }
}

export const oneOf = <T>(die: Die, choices: readonly T[]): T => choices[die(choices.length)]!

const nested = (open: string, close: string, depth: number): string =>
  open.repeat(depth) + close.repeat(depth)

export const deep = [
  ['lists 20,000 deep', nested('[', ']', 20_000)],
  ['objects 20,000 deep', `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`],
  ['a list in a field, 20,000 deep', `{"name":${nested('[', ']', 20_000)}}`],
  ['brackets that never close', '['.repeat(500_000)],
] as const

export const huge = [
  ['too large', `{"name":"${'x'.repeat(1_100_000)}"}`],
  ['nearly too large', `{"name":"${'é'.repeat(500_000)}"}`],
  ['many names', `{${Array.from({ length: 5_000 }, (_, n) => `"a${n}":1`).join()}}`],
  ['many items', `[${'0,'.repeat(200_000)}0]`],
] as const

/** Bodies that are not a JSON object. */
export const wholes = [
  ['half an object', '{'],
  ['a list', '[]'],
  ['a list of nothing', '[null]'],
  ['null', 'null'],
  ['a text', '"x"'],
  ['a number', '1e400'],
  ['two objects', '{}{}'],
  ['spaces', ' \n\t '],
  ['a comment', '{/**/}'],
  ['a byte order mark', '\ufeff{}'],
  ['bytes that are no text', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ['a half of a character in bytes', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
  ['a form', 'name=x&name=y'],
  ['markup', '<!doctype x [<!entity a "b">]><x>&a;</x>'],
] as const

export const prototypes = [
  '"__proto__":{"isAdmin":true}',
  '"constructor":{"prototype":{"role":"admin"}}',
  '"toString":"x","valueOf":1,"hasOwnProperty":null',
  '"":1',
  '"\\ud800":1',
  '"a\\u0000":1',
] as const

export const halves: readonly unknown[] = [
  '\ud800',
  'a\udc00b',
  'x'.repeat(40) + '\udbff',
  { '\ud800': 1 },
  ['\udfff'],
]

export const nuls: readonly unknown[] = [
  '\u0000',
  'a\u0000b',
  ['\u0000'],
  { '\u0000': 1 },
  '\\u0000',
  '%00',
]

export const empties: readonly unknown[] = ['', ' ', '\t\n', [], {}, null, '\u200b', '""']

export const long: readonly unknown[] = [
  'x'.repeat(5_000),
  'x'.repeat(70_000),
  '😀'.repeat(200),
  'a\u0301'.repeat(3_000),
  '9'.repeat(400),
  Array.from({ length: 2_000 }, (_, n) => n),
  Array.from({ length: 300 }, () => 'x'.repeat(300)),
  Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`n${n}`, n])),
]

export const wrongTypes: readonly unknown[] = [
  null,
  true,
  false,
  7,
  'x',
  'null',
  [],
  {},
  [[]],
  [null],
  { id: null },
  ['x', 'x'],
  { toString: 'x', length: 1e9 },
  { $gt: '' },
]

export const ranges: readonly unknown[] = [
  0,
  -0,
  -1,
  0.001,
  1.005,
  1e9,
  2 ** 31,
  2 ** 53,
  2 ** 63,
  1e20,
  -1e308,
  '0',
  '-1',
  '1e9',
  'NaN',
  'Infinity',
  '0000-01-01',
  '2026-02-30',
  '2026-11-22T25:61:61Z',
  '9999-12-31T23:59:59Z',
  '+275760-09-13T00:00:00Z',
  '-000001-01-01T00:00:00Z',
  '١٢٣',
]

export const texts = [
  "'; drop table users; --",
  '../../etc/passwd',
  '{{x}}',
  '${x}',
  '__proto__',
  '<script>x</script>',
  '\u202e\u200b',
  '\r\nset-cookie: a=b',
  '=cmd|x!A1',
  'İıß',
  '%',
  '_%\\',
  '*:*|&!()',
  'x@y@z',
]

/** Ids that do not exist; the first ones have the form of the shop's own ids. */
export const unknownIds = [
  '00000000-0000-0000-0000-000000000000',
  '01890000-dead-7000-8000-00000000dead',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  'f'.repeat(32),
  '0',
  '-1',
  '9'.repeat(40),
  '1300000000000000999',
]

export const segments = [
  'x',
  '%00',
  '%ed%a0%80',
  '%F0%9F%98%80',
  '..%2f..',
  '%2e%2e',
  '%25',
  '%',
  '__proto__',
  'constructor',
  'x'.repeat(400),
  'x'.repeat(5_000),
  '%27%20or%201=1--',
  'a%0d%0ab',
  '%5c..%5c',
  '%EF%BC%8E',
]

/** Random values of fast-check; an equal seed gives equal values. */
export const madeUp = (seed: number, count: number): unknown[] =>
  fc.sample(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.double(),
      fc.integer(),
      fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
      fc.uuid(),
      fc.emailAddress(),
      fc.object({ maxDepth: 3, maxKeys: 5 }),
    ),
    { numRuns: count, seed },
  )
